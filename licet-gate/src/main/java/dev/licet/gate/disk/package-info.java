/** The gate's look at the real disk: where paths lead, what lies below a folder, and what git ignores and keeps of that. */
@NullMarked
package dev.licet.gate.disk;

import org.jspecify.annotations.NullMarked;
