package dev.licet.terminal.box;

import dev.licet.core.approval.RejectMode;
import dev.licet.terminal.tty.Key;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a person stands in answering.
 *
 * @param options how many there are, of which the last denies
 * @param selected which is, counted from 0; empty for none yet
 * @param reason what they have typed so far
 * @param mode what follows from denying
 * @param room how long a reason may get, in characters
 */
public record Selection(Keys keys, int options, OptionalInt selected, String reason, RejectMode mode, int room) {
    /** What the model is told of somebody who interrupts. */
    public static final String INTERRUPTED = "cancelled";

    /** Where they begin. */
    public static Selection begin(Keys keys, int options, int room) {
        return new Selection(
                keys, options, keys == Keys.SEED ? OptionalInt.of(0) : OptionalInt.empty(), "", RejectMode.SOFT, room);
    }

    /** What a key leads to: another selection, or an answer. */
    public record Step(Selection next, Optional<Chosen> chosen) {}

    /** Whether denying is selected. */
    public boolean denies() {
        return selected.isPresent() && selected.getAsInt() == options - 1;
    }

    /** What {@code key} leads to. */
    public Step press(Key key) {
        return switch (key) {
            case Key.Typed typed -> typed(typed.text());
            case Key.Pasted pasted -> stay(withReason(oneLine(pasted.text())));
            case Key.Clicked clicked -> stay(this);
            case Key.Scrolled scrolled -> stay(this);
            case Key.Named named -> pressed(named);
        };
    }

    private Step pressed(Key.Named key) {
        return switch (key) {
            case UP -> stay(select(Math.max(0, selected.orElse(options) - 1)));
            case DOWN -> stay(select(Math.min(options - 1, selected.orElse(-1) + 1)));
            case ENTER -> selected.isPresent() ? choose(selected.getAsInt()) : stay(this);
            case ERASE -> stay(withReason(withoutLast()));
            case ESCAPE -> stay(with(""));
            case TAB -> stay(keys == Keys.STANDARD && denies() ? withMode() : this);
            case INTERRUPT, CLOSED -> denied(INTERRUPTED);
            default -> stay(this);
        };
    }

    private Step typed(String text) {
        boolean digit = text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) < '1' + options;
        // A digit inside a reason is part of it.
        boolean inReason = !reason.isEmpty() || (keys == Keys.STANDARD && denies());
        if (digit && !inReason) {
            int option = text.charAt(0) - '1';
            boolean asksForReason = keys == Keys.STANDARD && option == options - 1;
            return asksForReason ? stay(select(option)) : choose(option);
        }
        if (keys == Keys.STANDARD && !denies()) {
            return command(text);
        }
        return stay(withReason(reason + text));
    }

    private Step command(String text) {
        return switch (text) {
            case "e" -> new Step(this, Optional.of(new Chosen.Edit()));
            case "s" -> new Step(this, Optional.of(new Chosen.ShowAll()));
            case "w" -> new Step(this, Optional.of(new Chosen.Why()));
            default -> stay(this);
        };
    }

    private Step choose(int option) {
        return option == options - 1
                ? denied(reason.strip())
                : new Step(select(option), Optional.of(new Chosen.Approved(option)));
    }

    private Step denied(String why) {
        return new Step(select(options - 1), Optional.of(new Chosen.Denied(why, mode)));
    }

    private static Step stay(Selection next) {
        return new Step(next, Optional.empty());
    }

    /** The same with {@code option} selected, counted from 0. */
    public Selection select(int option) {
        if (option < 0 || option >= options) {
            throw new IllegalArgumentException("there is no option " + option + " of " + options);
        }
        return new Selection(keys, options, OptionalInt.of(option), reason, mode, room);
    }

    private Selection with(String text) {
        return new Selection(keys, options, selected, text, mode, room);
    }

    /** The reason {@code text}, as far as there is room; who types one wants to deny. */
    private Selection withReason(String text) {
        if (text.equals(reason)) {
            return this;
        }
        int length = text.codePointCount(0, text.length());
        String kept = length > room ? text.substring(0, text.offsetByCodePoints(0, room)) : text;
        return select(options - 1).with(kept);
    }

    private String withoutLast() {
        return reason.isEmpty() ? "" : reason.substring(0, reason.offsetByCodePoints(reason.length(), -1));
    }

    private String oneLine(String pasted) {
        return reason + pasted.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ");
    }

    private Selection withMode() {
        RejectMode next = switch (mode) {
            case SOFT -> RejectMode.HARD;
            case HARD -> RejectMode.EXPLAIN;
            case EXPLAIN, BATCH -> RejectMode.SOFT;
        };
        return new Selection(keys, options, selected, reason, next, room);
    }
}
