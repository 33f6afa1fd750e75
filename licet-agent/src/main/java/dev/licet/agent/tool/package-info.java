/** The tools of the agent: files, commands, searching. Entry type: {@link dev.licet.agent.tool.Toolbox}. */
@NullMarked
package dev.licet.agent.tool;

import org.jspecify.annotations.NullMarked;
