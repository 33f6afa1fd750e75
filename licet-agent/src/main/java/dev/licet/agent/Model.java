package dev.licet.agent;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A model that an agent talks to. Thread-safe. */
public final class Model {
    private static final int MOST_TOKENS = 16_000;
    private static final Duration ANSWERING = Duration.ofMinutes(10);

    private final StreamingChatModel chat;
    private final String url;

    private Model(StreamingChatModel chat, String url) {
        this.chat = chat;
        this.url = url;
    }

    /** Who serves a model. */
    public enum Provider {
        /** OpenAI, and every endpoint that speaks like it. */
        OPENAI("https://api.openai.com/v1", "OPENAI_API_KEY"),
        /** Anthropic. */
        ANTHROPIC("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
        /** Ollama, which speaks like OpenAI and wants no key. */
        OLLAMA("http://127.0.0.1:11434/v1", "OLLAMA_API_KEY");

        private final String address;
        private final String keyVariable;

        Provider(String address, String keyVariable) {
            this.address = address;
            this.keyVariable = keyVariable;
        }

        /** Its name as people write it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The variable of the environment that a key is usually in. */
        public String keyVariable() {
            return keyVariable;
        }
    }

    /**
     * The model called {@code name}.
     *
     * @param address the base URL; that of the provider if empty
     * @param key the key of the user; none if empty
     */
    public static Model of(Provider provider, Optional<String> address, Optional<String> key, String name) {
        String url = address.orElse(provider.address);
        return new Model(
                switch (provider) {
                    case ANTHROPIC ->
                        AnthropicStreamingChatModel.builder()
                                .baseUrl(url)
                                .apiKey(key.orElse("none"))
                                .modelName(name)
                                .maxTokens(MOST_TOKENS)
                                .timeout(ANSWERING)
                                .build();
                    case OPENAI, OLLAMA ->
                        OpenAiStreamingChatModel.builder()
                                .baseUrl(url)
                                .apiKey(key.orElse("none"))
                                .modelName(name)
                                .timeout(ANSWERING)
                                .build();
                },
                url);
    }

    StreamingChatModel chat() {
        return chat;
    }

    /** The base URL it is asked at. */
    String url() {
        return url;
    }
}
