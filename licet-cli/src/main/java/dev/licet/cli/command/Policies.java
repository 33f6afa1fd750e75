package dev.licet.cli.command;

import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Policy;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.permissions.PolicyFiles;
import dev.licet.gate.permissions.RuleFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads files of rules that are named on the command line. */
final class Policies {
    private Policies() {}

    static String home() {
        return System.getProperty("user.home", "/");
    }

    /** The rules of the worker `local`. */
    static Policy ofWorker(CommonOptions common) {
        var directory = new DataDirectory(common.dataDirectoryPath());
        return new PolicyFiles(directory, home(), PolicyFiles.Choice.NONE)
                .worker(WorkerId.STANDARD)
                .policy();
    }

    /** The rules in {@code file}; a file that is broken gives none, with the fault. */
    static Policy read(Path file) {
        return read(file, "");
    }

    /** The same for {@code workspace}. */
    static Policy read(Path file, String workspace) {
        String name = String.valueOf(file.getFileName());
        try {
            return RuleFile.parse(RuleFile.read(file), name, home(), workspace);
        } catch (InvalidJson e) {
            return Policy.of(List.of())
                    .faulty(new Diagnostic(
                            name,
                            e.line(),
                            e.column(),
                            e.problem(),
                            "until it is mended, whatever changes something asks"));
        } catch (NoSuchFileException e) {
            throw new GateException("there is no file `" + file + "`", e);
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        }
    }
}
