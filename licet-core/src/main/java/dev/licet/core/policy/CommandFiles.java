package dev.licet.core.policy;

import dev.licet.shell.Fact;
import java.util.List;

/** The files that one command of a line works on, for rules of the form `cat:src/`. */
record CommandFiles(Fact.Runs command, List<Fact> facts, Surroundings surroundings) {

    /** Whether the command is {@code rule}'s program, works on files below its folder only, and does nothing but read them. */
    boolean areIn(Rule.InFolder rule) {
        boolean known = command.prefix() > 0 && command.isCertain();
        boolean plain = command.escalations().isEmpty()
                && command.argv()
                        .get(0)
                        .certain()
                        .filter(rule.program()::equals)
                        .isPresent();
        return known && plain && facts.stream().filter(this::isPart).allMatch(fact -> isRead(fact, rule.folder()));
    }

    private boolean isPart(Fact fact) {
        boolean own = fact.span().start() >= command.span().start()
                && fact.span().end() <= command.span().end();
        return own && !fact.equals(command);
    }

    private boolean isRead(Fact fact, String folder) {
        return fact instanceof Fact.Reads reads
                && NamedPath.of(reads, surroundings)
                        .filter(path -> isIn(path, folder))
                        .isPresent();
    }

    /** Whether {@code path} is the folder or in it; in the workspace's own folder, further down does not count. */
    private static boolean isIn(NamedPath path, String folder) {
        if (folder.equals("./")) {
            return path.isCoveredBy(Glob.of("./*")) && !path.mayMatch(Glob.of("./*/?*"));
        }
        String quoted = Glob.quote(folder);
        return path.isCoveredBy(Glob.of(quoted + "*"))
                || path.isCoveredBy(Glob.of(quoted.substring(0, quoted.length() - 1)));
    }
}
