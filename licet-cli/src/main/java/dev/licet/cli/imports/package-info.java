/**
 * Rules that people wrote for an agent, as rules of the gate. Entry type: {@link dev.licet.cli.imports.ClaudePermissions}.
 */
@NullMarked
package dev.licet.cli.imports;

import org.jspecify.annotations.NullMarked;
