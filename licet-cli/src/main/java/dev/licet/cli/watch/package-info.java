/**
 * Pending approvals in a terminal. Entry type: {@link dev.licet.cli.watch.Watch}.
 */
@NullMarked
package dev.licet.cli.watch;

import org.jspecify.annotations.NullMarked;
