package dev.licet.server.telegram;

import com.pengrad.telegrambot.TelegramBot;
import com.pengrad.telegrambot.model.Update;
import com.pengrad.telegrambot.request.AnswerCallbackQuery;
import com.pengrad.telegrambot.request.BaseRequest;
import com.pengrad.telegrambot.request.EditMessageText;
import com.pengrad.telegrambot.request.GetUpdates;
import com.pengrad.telegrambot.response.BaseResponse;
import dev.licet.core.display.SafeText;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Bot API, which may be slow, silent, or ask for patience. Thread-safe. */
final class Bot implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bot.class);

    /** How long Telegram holds a request for updates while there is none. */
    static final int POLL_SECONDS = 25;

    private static final Duration ANSWERING = Duration.ofSeconds(15);
    private static final int MAX_ATTEMPTS = 3;
    private static final int MOST_IN_ALERT = 190;
    private static final int TOO_MANY = 429;
    private static final int LONGEST_PATIENCE_SECONDS = 60;

    private final OkHttpClient http = new OkHttpClient.Builder()
            .connectTimeout(Duration.ofSeconds(5))
            .readTimeout(ANSWERING.plusSeconds(POLL_SECONDS))
            .callTimeout(ANSWERING.plusSeconds(POLL_SECONDS))
            .followRedirects(false)
            .retryOnConnectionFailure(false)
            .build();
    private final TelegramBot bot;

    Bot(URI api, String token) {
        this.bot = new TelegramBot.Builder(token)
                .okHttpClient(http)
                .apiUrl(api.toString().replaceFirst("/$", "") + "/bot")
                .build();
    }

    /** The Bot API does not do what it was asked, and would not do it later either. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final int code;

        Refused(int code, String why) {
            super("the Bot API answers " + code + ": " + why);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** Updates from {@code offset} on, as soon as there is one. */
    List<Update> updates(int offset) throws IOException, InterruptedException {
        List<Update> updates = call(new GetUpdates()
                        .offset(offset)
                        .timeout(POLL_SECONDS)
                        .allowedUpdates("message", "callback_query"))
                .updates();
        return updates == null ? List.of() : updates;
    }

    /**
     * Does {@code request}; waits and tries again where Telegram asks for patience.
     *
     * @throws Refused when Telegram refuses
     * @throws IOException when it cannot be reached
     */
    <T extends BaseRequest<T, R>, R extends BaseResponse> R call(BaseRequest<T, R> request)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            R response = once(request);
            if (response.isOk()) {
                return response;
            }
            boolean patience = response.errorCode() == TOO_MANY && attempt < MAX_ATTEMPTS;
            if (!patience) {
                String why = String.valueOf(response.description());
                throw response.errorCode() == TOO_MANY || response.errorCode() >= 500
                        ? new IOException("the Bot API answers " + response.errorCode() + ": " + why)
                        : new Refused(response.errorCode(), why);
            }
            int seconds = Optional.ofNullable(response.parameters())
                    .map(parameters -> parameters.retryAfter())
                    .orElse(1);
            Thread.sleep(Duration.ofSeconds(Math.min(Math.max(1, seconds), LONGEST_PATIENCE_SECONDS)));
        }
    }

    /** Changes a message; one that somebody has deleted, or that says so already, needs no change. */
    void edit(EditMessageText edit) throws IOException, InterruptedException {
        try {
            call(edit);
        } catch (Refused e) {
            LOG.info("a message in Telegram stays as it is: {}", e.getMessage());
        }
    }

    /** Tells whoever pressed a button what came of it, if they can be told; {@code query} names the press. */
    void tell(String query, String text) throws InterruptedException {
        var answer = new AnswerCallbackQuery(query);
        if (!text.isEmpty()) {
            answer.text(SafeText.cut(text, MOST_IN_ALERT)).showAlert(true);
        }
        try {
            call(answer);
        } catch (IOException e) {
            LOG.debug("nobody is told what their press did: {}", e.getMessage());
        }
    }

    private <T extends BaseRequest<T, R>, R extends BaseResponse> R once(BaseRequest<T, R> request)
            throws IOException, InterruptedException {
        try {
            R response = bot.execute(request);
            if (response == null) {
                throw new IOException("the Bot API answers something else than expected");
            }
            return response;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the server ends");
            }
            // The library's message may name the address, and with it the token.
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "the Bot API cannot be reached: " + cause.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        http.dispatcher().cancelAll();
        bot.shutdown();
        http.connectionPool().evictAll();
    }
}
