package dev.licet.cli.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaudePermissionsTest {
    private static JsonObject settings(String action, String entry) {
        return JsonObject.empty()
                .with("permissions", JsonObject.empty().with(action, JsonArray.of(List.of(new JsonString(entry)))));
    }

    private static String text(List<Imported> all) {
        return all.stream()
                .map(each -> switch (each) {
                    case Imported.Taken taken ->
                        taken.action().text() + " "
                                + taken.rules().stream()
                                        .map(rule -> rule.tool() + ": " + rule.pattern())
                                        .collect(Collectors.joining(" ; "));
                    case Imported.Left left -> "left";
                })
                .collect(Collectors.joining(" | "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', textBlock = """
            allow % Bash(npm run build)          % allow shell_exec: npm run build
            allow % Bash(npm run test:*)         % allow shell_exec: npm run test *
            deny  % Bash(curl:*)                 % deny shell_exec: curl ; shell_exec: curl *
            ask   % Bash(git push *)             % ask shell_exec: git push ; shell_exec: git push *
            allow % Bash(git * main)             % allow shell_exec: git * main
            allow % Bash(ls a?[b])               % allow shell_exec: ls a\\?\\[b\\]
            allow % Bash                         % allow shell_exec: *
            deny  % Bash(*)                      % deny shell_exec: *
            deny  % Read(./.env)                 % deny read_file: .env/**
            deny  % Read(.env)                   % deny read_file: {,*/}.env/**
            deny  % Read(./secrets/**)           % deny read_file: secrets/**
            deny  % Read(**/*.pem)               % deny read_file: {,*/}*([^/]).pem/**
            allow % Edit(src/*.ts)               % allow write_file: src/*([^/]).ts/** ; edit_file: src/*([^/]).ts/**
            deny  % Read(//etc/shadow)           % deny read_file: /etc/shadow/**
            deny  % Read(~/.ssh/**)              % deny read_file: ~/.ssh/**
            deny  % Read(/x)                     % deny read_file: ~/.claude/x/**
            allow % WebFetch(domain:example.com) % allow web_fetch: http{,s}://example.com*
            deny  % WebFetch(domain:example.com) % deny network: example.com
            allow % mcp__github                  % allow mcp__github__*: *
            allow % mcp__github__get_issue       % allow mcp__github__get_issue: *
            deny  % Task(Explore)                % deny task: Explore
            allow % WebSearch                    % allow WebSearch: *
            allow % PowerShell(Get-Item)         % left
            deny  % Read(../secrets/**)          % left
            deny  % Bash(:*)                     % deny shell_exec: *
            allow % Read([ab].txt)               % left
            allow % Bash(npm test                % left
            """)
    void entriesOfAPerson_becomeTheseRules(String action, String entry, String rules) {
        assertEquals(rules, text(ClaudePermissions.of(RuleScope.PERSON, settings(action, entry))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', textBlock = """
            allow % Bash(npm test:*)      % allow shell_exec: cd /srv/app/* && npm test *
            allow % Bash                  % allow shell_exec: cd /srv/app/* && *
            deny  % Bash(curl:*)          % deny shell_exec: curl ; shell_exec: curl *
            allow % Edit(/src/**)         % allow write_file: /srv/app/src/** ; edit_file: /srv/app/src/**
            allow % Edit                  % allow write_file: /srv/app/** ; edit_file: /srv/app/**
            deny  % Read(.env)            % deny read_file: /srv/app/{,*/}.env/**
            allow % mcp__github           % left
            allow % Edit(//home/me/**)    % left
            allow % Edit(~/other/**)      % left
            deny  % Read(~/.ssh/**)       % deny read_file: ~/.ssh/**
            deny  % mcp__github           % deny mcp__github__*: *
            allow % WebFetch(domain:x.de) % left
            """)
    void whatAProjectAllows_isAllowedThereAlone(String action, String entry, String rules) {
        assertEquals(rules, text(ClaudePermissions.of(RuleScope.of("/srv/app"), settings(action, entry))));
    }

    @Test
    void deniesComeLast_andModesAreLeft() {
        JsonObject all = JsonObject.empty()
                .with(
                        "permissions",
                        JsonObject.empty()
                                .with("deny", JsonArray.of(List.of(new JsonString("Bash(rm:*)"))))
                                .with("allow", JsonArray.of(List.of(new JsonString("Bash(rm -f x)"))))
                                .with("additionalDirectories", JsonArray.of(List.of(new JsonString("/srv/more"))))
                                .with("defaultMode", "acceptEdits"));
        assertEquals(
                "allow shell_exec: rm -f x | deny shell_exec: rm ; shell_exec: rm * | allow external_directory: /srv/more/* | left",
                text(ClaudePermissions.of(RuleScope.PERSON, all)));
        assertEquals("", text(ClaudePermissions.of(RuleScope.PERSON, JsonObject.empty())));
    }
}
