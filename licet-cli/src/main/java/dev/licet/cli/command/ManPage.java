package dev.licet.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command as a page of the manual, in the language of man(7). */
final class ManPage {
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "LICET_HOME", "the data directory, in place of ~/.licet",
            "LICET_SERVER", "the address of the server",
            "LICET_TOKEN", "the token that is shown to it",
            "NO_COLOR", "set to anything: no colours",
            "VISUAL, EDITOR", "what arguments are changed in");

    private final CommandSpec command;
    private final StringBuilder roff = new StringBuilder();

    private ManPage(CommandSpec command) {
        this.command = command;
    }

    /** The page's name without its section: {@code licet-token-create}. */
    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    /** {@code root} and all commands below it. */
    static List<CommandSpec> commands(CommandSpec root) {
        var all = new ArrayList<CommandSpec>();
        all.add(root);
        root.subcommands().values().forEach(each -> all.addAll(commands(each.getCommandSpec())));
        return all;
    }

    /** The text of the page. */
    static String of(CommandSpec command) {
        return new ManPage(command).text();
    }

    private String text() {
        String[] description = command.usageMessage().description();
        String first = description.length == 0 ? "" : description[0];
        line(".TH " + quoted(name(command).toUpperCase(Locale.ROOT)) + " 1 \"\" \"Licet\" \"Licet\"");
        section("NAME");
        paragraph(name(command) + " - " + first);
        section("SYNOPSIS");
        paragraph(new CommandLine.Help(command, CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .synopsis(0)
                .replaceAll("\\s+", " ")
                .strip());
        section("DESCRIPTION");
        Stream.of(description).forEach(this::paragraph);
        arguments();
        options();
        subcommands();
        if (command.parent() == null) {
            section("EXIT STATUS");
            paragraph(
                    "0 allow or done, 10 ask, 20 deny, 2 wrong usage, 1 failure; that of the command where one is run.");
        }
        section("ENVIRONMENT");
        ENVIRONMENT.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(variable -> entry(variable.getKey(), variable.getValue()));
        seeAlso();
        return roff.toString();
    }

    private void arguments() {
        List<PositionalParamSpec> arguments = command.positionalParameters().stream()
                .filter(argument -> !argument.hidden())
                .toList();
        if (!arguments.isEmpty()) {
            section("ARGUMENTS");
            arguments.forEach(argument -> entry(argument.paramLabel(), String.join(" ", argument.description())));
        }
    }

    private void options() {
        section("OPTIONS");
        command.options().stream().filter(option -> !option.hidden()).forEach(this::option);
    }

    private void option(OptionSpec option) {
        String value = option.arity().max() > 0 ? "=" + option.paramLabel() : "";
        entry(
                Stream.of(option.names()).map(name -> name + value).collect(Collectors.joining(", ")),
                String.join(" ", option.description()));
    }

    private void subcommands() {
        List<CommandSpec> below = command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .toList();
        if (!below.isEmpty()) {
            section("COMMANDS");
            below.forEach(each ->
                    entry(each.name(), String.join(" ", each.usageMessage().description())));
        }
    }

    private void seeAlso() {
        List<String> others = Stream.concat(
                        Stream.ofNullable(command.parent()),
                        command.subcommands().values().stream().map(CommandLine::getCommandSpec))
                .map(each -> name(each) + "(1)")
                .toList();
        section("SEE ALSO");
        paragraph(String.join(", ", others));
    }

    private void section(String title) {
        line(".SH " + quoted(title));
    }

    private void paragraph(String text) {
        if (!text.isBlank()) {
            line(".PP");
            line(escaped(text));
        }
    }

    private void entry(String term, String text) {
        line(".TP");
        line("\\fB" + escaped(term) + "\\fR");
        line(escaped(text.isBlank() ? "." : text));
    }

    private void line(String text) {
        roff.append(text).append('\n');
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    /** Text as text: roff's own signs lose their meaning, and a hyphen can be copied as one. */
    private static String escaped(String text) {
        String plain =
                text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ").strip();
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
