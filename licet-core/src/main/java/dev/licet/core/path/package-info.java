/**
 * File names as rules and people see them. Entry type: {@link dev.licet.core.path.NamedPath}, one file in every form that names
 * it, as seen from a {@link dev.licet.core.path.JudgeContext}: working directory, workspace, home, and a read-only view of the disk.
 */
@NullMarked
package dev.licet.core.path;

import org.jspecify.annotations.NullMarked;
