package dev.licet.core.display;

import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.EffectTier;
import dev.licet.core.decide.Finding;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.SideEffect;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Facts, findings and decisions in words. Everything that comes from an agent passes through {@link SafeText}. */
public final class Sentences {
    private Sentences() {}

    /** What a fact is, in a few words: {@code runs git status}. */
    public static String what(Fact fact) {
        return switch (fact) {
            case Fact.Runs runs -> "runs " + safe(words(runs));
            case Fact.Reads reads -> (reads.role() == Fact.Role.GUESS ? "may read " : "reads ") + place(reads.place());
            case Fact.Writes writes ->
                (writes.role() == Fact.Role.GUESS ? "may write " : "writes ") + place(writes.place());
            case Fact.Deletes deletes -> "deletes " + place(deletes.place());
            case Fact.Connects connects -> "connects to " + safe(connects.host());
            case Fact.Sets sets -> "sets " + safe(sets.variable());
            case Fact.Uses uses ->
                "uses " + safe(uses.tool() + (uses.subject().isEmpty() ? "" : " on " + uses.subject()));
            case Fact.Opaque opaque -> "cannot be read";
        };
    }

    /** Why a finding is what it is: {@code rule `git *` (permissions.jsonc:12) says allow}. */
    public static String because(Finding finding) {
        return switch (finding.cause()) {
            case Cause.ByRule byRule -> quiet(finding.fact(), byRule.rule()) + said(byRule.rule());
            case Cause.NoRule noRule -> "no rule covers this" + further(finding.fact());
            case Cause.NotSpelled notSpelled ->
                rule(notSpelled.rule()) + " does not cover "
                        + (notSpelled.option().isEmpty() ? "an unknown word" : "`" + safe(notSpelled.option()) + "`")
                        + ": " + notSpelled.why();
            case Cause.MayMatch mayMatch ->
                rule(mayMatch.rule()) + " may apply: the files or words are not known until it runs";
            case Cause.PartOfCommand partOfCommand -> "part of the command";
            case Cause.Harmless harmless -> "harmless";
            case Cause.Floor floor -> "protected: " + safe(floor.what());
            case Cause.NotReadable notReadable -> notReadable.why();
            case Cause.Outside outside -> "outside the workspace " + safe(outside.workspace());
            case Cause.Elsewhere elsewhere -> "it runs outside the workspace, in " + safe(elsewhere.directory());
            case Cause.Ceiling ceiling -> "nothing beyond " + ceiling.tier().text() + " may run at present";
            case Cause.Paused paused ->
                "paused by " + safe(paused.by()) + ": every call waits until the session goes on";
            case Cause.ByTool byTool ->
                byTool.reason().isEmpty() ? "the tool itself says so" : "the tool says: " + safe(byTool.reason());
            case Cause.Broken broken -> "the rules are broken: " + broken.fault();
            case Cause.Contained contained ->
                "within bounds, because otherwise it would be asked: "
                        + because(new Finding(finding.fact(), Action.ASK, contained.asked()));
            case Cause.NotContained uncontained ->
                rule(uncontained.rule()) + " says contain, and this agent cannot run it within bounds";
        };
    }

    /** What a decision denies, and why: {@code reads .env (rule … says deny)}. */
    public static String denied(Decision decision) {
        return decision.findings().stream()
                .filter(finding -> finding.action() == Action.DENY)
                .map(finding -> what(finding.fact()) + " (" + because(finding) + ")")
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** A rule with where it stands. */
    public static String rule(Rule rule) {
        String text = rule.value().isEverything()
                ? rule.tool().pattern()
                : rule.tool().pattern() + ": " + rule.value().pattern();
        return "rule `" + safe(text) + "` (" + rule.origin() + ")";
    }

    /** What stands in no file is called by what it is: {@code mode write allows it}. */
    private static String said(Rule rule) {
        return isGeneral(rule)
                ? rule.origin() + " allows it"
                : rule(rule) + " says " + rule.action().text() + reason(rule);
    }

    private static boolean isGeneral(Rule rule) {
        return rule.origin().line() == 0
                && rule.tool().isEverything()
                && rule.value().isEverything()
                && rule.action() == Action.ALLOW;
    }

    /** Why a mode allows a command: {@code it only reads: }. */
    private static String quiet(Fact fact, Rule rule) {
        if (!isGeneral(rule) || !(fact instanceof Fact.Runs runs)) {
            return "";
        }
        return switch (EffectTier.of(runs)) {
            case READ -> "it only reads: ";
            case WRITE -> "it only reads and changes files: ";
            case EXEC -> "";
        };
    }

    /** The most that a command does, as its specification says: what a rule has to allow. */
    private static String further(Fact fact) {
        boolean known = fact instanceof Fact.Runs runs && !runs.effects().equals(SideEffect.ANY);
        return known
                ? ((Fact.Runs) fact)
                        .effects().stream()
                                .filter(effect -> effect != SideEffect.WRITES)
                                .max(Comparator.naturalOrder())
                                .map(effect -> ", and it " + effect(effect))
                                .orElse("")
                : "";
    }

    private static String effect(SideEffect effect) {
        return switch (effect) {
            case WRITES -> "changes files of the workspace";
            case BRINGS_CONTROL -> "may merge other texts into files that control what runs later";
            case CONNECTS -> "connects to other machines";
            case DISCLOSES -> "may show what the environment holds";
            case EXECUTES_PROJECT -> "runs code of the project";
            case EXECUTES_INLINE -> "runs code that stands in the line";
            case EXECUTES_FETCHED -> "runs code that is fetched";
            case EXECUTES_OTHER -> "runs code from outside the project";
            case CHANGES -> "changes more than files of the workspace";
        };
    }

    private static String reason(Rule rule) {
        String reason = rule.options().reason();
        return reason.isEmpty() ? "" : ": " + safe(reason);
    }

    private static String words(Fact.Runs runs) {
        return runs.argv().stream().map(Sentences::word).collect(Collectors.joining(" "));
    }

    private static String word(Argument argument) {
        return switch (argument) {
            case Argument.Known known ->
                known.text().isEmpty() || known.text().contains(" ") ? "'" + known.text() + "'" : known.text();
            case Argument.Unknown unknown -> shape(unknown.shape());
            case Argument.Several several -> shape(several.shape());
        };
    }

    private static String shape(Shape shape) {
        return shape.pieces().stream()
                .map(piece -> switch (piece) {
                    case Shape.Piece.Fixed fixed -> fixed.text();
                    case Shape.Piece.Name name -> "*";
                    case Shape.Piece.Digits digits -> "…";
                    case Shape.Piece.Count count -> "…";
                    case Shape.Piece.Letters letters -> "…";
                    case Shape.Piece.Listed listed -> "…";
                    case Shape.Piece.Pipe pipe -> "a pipe";
                    case Shape.Piece.Anything anything -> "…";
                })
                .collect(Collectors.joining());
    }

    private static String place(Place place) {
        return switch (place) {
            case Place.At at -> safe(at.text());
            case Place.Matching matching -> safe(shape(matching.shape()));
            case Place.Below below -> "files below " + safe(below.path());
            case Place.Brought brought -> safe(brought.target()) + " (from " + safe(brought.source()) + ")";
            case Place.Unknown unknown -> "a file that is known only when it runs";
        };
    }

    private static String safe(String text) {
        return SafeText.oneLine(text);
    }
}
