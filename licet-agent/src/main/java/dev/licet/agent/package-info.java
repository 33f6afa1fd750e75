/**
 * An agent loop with tools, each of which runs behind the gate: what the library is good for, and the proof that it is
 * pleasant. Entry type: {@link dev.licet.agent.Conversation}.
 *
 * <pre>{@code
 * var conversation = new Conversation(model, Toolbox.standard(workspace, session), session, display);
 * conversation.say("Fix the failing test.");
 * }</pre>
 */
@NullMarked
package dev.licet.agent;

import org.jspecify.annotations.NullMarked;
