/**
 * Tools of Spring AI behind the gate. Entry type: {@link dev.licet.springai.GatedToolCallingManager}, which the auto-configuration
 * puts around the manager of the application.
 *
 * <pre>{@code
 * ToolCallingManager manager = new GatedToolCallingManager(ToolCallingManager.builder().build(), session);
 * }</pre>
 */
@NullMarked
package dev.licet.springai;

import org.jspecify.annotations.NullMarked;
