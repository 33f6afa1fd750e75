package dev.licet.core.decide;

import dev.licet.core.rule.Action;
import dev.licet.shell.Fact;

/** What was decided about one fact, and why. */
public record Finding(Fact fact, Action action, Cause cause) {}
