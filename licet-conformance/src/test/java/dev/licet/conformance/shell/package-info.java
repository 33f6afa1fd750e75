/** Command lines in real bash, held against what the analysis says of them. */
@NullMarked
package dev.licet.conformance.shell;

import org.jspecify.annotations.NullMarked;
