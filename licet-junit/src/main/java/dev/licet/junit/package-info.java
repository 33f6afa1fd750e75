/**
 * Tests of one's own rules and agents. Entry type: {@link dev.licet.junit.GateExtension}.
 *
 * <pre>{@code
 * class OurRulesTest {
 *     @RegisterExtension
 *     final GateExtension gate = GateExtension.with(Path.of("permissions.jsonc"));
 *
 *     @Test
 *     void pushing_isAsked() {
 *         gate.command("git push origin main").isAsked();
 *     }
 * }
 * }</pre>
 */
@NullMarked
package dev.licet.junit;

import org.jspecify.annotations.NullMarked;
