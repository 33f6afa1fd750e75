/** How a command within bounds reaches the hosts that rules let it: through a proxy, which asks for each by its name. */
@NullMarked
package dev.licet.contain.hosts;

import org.jspecify.annotations.NullMarked;
