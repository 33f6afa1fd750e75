package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.util.List;

/** The letters of tar that stand without a dash, and its members (GNU tar manual, 3.3). */
final class Archive {
    private final List<Argument> words;
    private final CommandEffects found;

    Archive(List<Argument> words, CommandEffects found) {
        this.words = words;
        this.found = found;
    }

    /** Folders are packed with all that is below them. */
    private boolean creates() {
        return found.has("-c")
                || found.has("--create")
                || words.get(0)
                        .certain()
                        .filter(letters -> letters.matches("[a-zA-Z]*c[a-zA-Z]*"))
                        .isPresent();
    }

    /** Letters that name no program, and no archive on another machine, are for tar itself to do. */
    private EscalationReason letters() {
        String why = "letters of options without a dash";
        boolean named = words.getFirst().start().contains("f");
        boolean here = !named
                || (words.size() > 1 && !OperandReader.isElsewhere(words.get(1).shape()));
        return here && words.getFirst().start().matches("[ctxruvzjJafpkmS]+")
                ? new EscalationReason.Own(why)
                : new EscalationReason.Spelled(why);
    }

    /** Letters without a dash are rare enough that a rule has to spell them; members are files that are read or written. */
    void read() {
        boolean lists = found.escalations.isEmpty();
        boolean listed = false;
        for (int i = 0; i < words.size(); i++) {
            Argument word = words.get(i);
            boolean letters = i == 0
                    && word.certain()
                            .filter(text -> text.matches("[a-zA-Z]{1,8}"))
                            .isPresent();
            boolean listing = letters && word.start().matches("[tvzjJfa]*t[tvzjJfa]*");
            if (listing) {
                listed = true;
            } else if (letters) {
                found.escalates(word.start(), letters(), word.span());
                lists = false;
            } else if (listed && i == 1) {
                found.reads(word);
                if (OperandReader.isElsewhere(word.shape())) {
                    found.escalates("", "an archive on another machine", word.span());
                }
            } else if (!lists) {
                found.guess(word.shape(), word.span());
                boolean archive = i == 1 && words.get(0).start().matches("[a-zA-Z]*f[a-zA-Z]*");
                if (creates() && !archive) {
                    found.readsBelow(word);
                }
            }
        }
        if (!lists) {
            found.facts.add(new Fact.Writes(new Place.At(".", found.directory()), Fact.Role.GUESS, found.span()));
        }
    }
}
