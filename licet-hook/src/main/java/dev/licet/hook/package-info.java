/**
 * What a coding agent starts for every tool call: passes the hook's input to a server and its answer back, with nothing but
 * the JDK. Entry type: {@link dev.licet.hook.HookMain}.
 *
 * <pre>{@code
 * int status = new Hook(System.in, System.out, System.err, System.getenv()).run(List.of("claude"));
 * }</pre>
 */
@NullMarked
package dev.licet.hook;

import org.jspecify.annotations.NullMarked;
