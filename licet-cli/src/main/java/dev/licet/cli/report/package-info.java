/**
 * Decisions on paper: the answer to one call, and the score of a file of judged cases.
 */
@NullMarked
package dev.licet.cli.report;

import org.jspecify.annotations.NullMarked;
