/**
 * Tools of LangChain4j behind the gate. Entry type: {@link dev.licet.langchain4j.GatedTools}.
 *
 * <pre>{@code
 * GatedTools gated = GatedTools.of(session, new MyTools());
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(gated.stopping(model))
 *         .toolProvider(gated)
 *         .build();
 * }</pre>
 */
@NullMarked
package dev.licet.langchain4j;

import org.jspecify.annotations.NullMarked;
