package dev.licet.gate.permissions;

import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.file.Path;

/** A file of rules in any format that is read, told apart by what the file is called and how it begins. */
public final class RuleFile {
    private RuleFile() {}

    /** The text of the file at {@code path}, within {@link PermissionFile#MAX_BYTES}. */
    public static String read(Path path) throws IOException, InvalidJson {
        return CachedFile.read(path);
    }

    /**
     * The policy that {@code text} spells.
     *
     * @param name the file's name: {@code .yaml} and {@code .yml} are YAML, anything else is JSON with comments
     * @param home what {@code ~} stands for
     * @param workspace what {@code ${workspace}} stands for
     */
    public static Policy parse(String text, String name, String home, String workspace) throws InvalidJson {
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            return PermissionText.parse(text, name, home, workspace);
        }
        if (HostYaml.isOne(text)) {
            return HostYaml.parse(text, name, home, workspace);
        }
        GateConfiguration configuration = LicetYaml.parse(text, name, home);
        Policy policy = Policy.of(configuration.rules())
                .withProblems(configuration.problems())
                .withProblems(configuration.ignored());
        var settings = policy.settings()
                .withMode(configuration.mode().orElse(policy.settings().mode()));
        for (var declared : configuration.declarations().entrySet()) {
            settings = settings.declaring(declared.getKey(), declared.getValue());
        }
        policy = policy.withSettings(settings);
        return configuration.vetoes().isEmpty()
                ? policy
                : policy.withVeto(Layer.vetoing(Owner.ORGANISATION, configuration.vetoes()));
    }
}
