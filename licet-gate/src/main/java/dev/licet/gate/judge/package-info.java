/**
 * A call under its rules, session and grants. Entry type: {@link dev.licet.gate.judge.CallJudge}; in a transaction
 * {@link dev.licet.gate.judge.UsageCounter} says whether a judgement still holds, and counts what it uses up.
 */
@NullMarked
package dev.licet.gate.judge;

import org.jspecify.annotations.NullMarked;
