package dev.licet.core.audit;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes keys, tokens and passwords out of what is recorded. What was there is told by its kind only; the digest of the call
 * still proves which bytes they were. Patterns for the formats that issuers publish; a secret without any form of its own is
 * found only by what stands before it ({@code password=}, {@code Authorization:}).
 */
public final class Redaction {
    /** Longer texts are cut, in UTF-16 units: the digest stands for what is missing. */
    public static final int MAX_TEXT = 4_096;

    /** No secret of a known form is longer than this, so a cut text is searched a little further than it is kept. */
    private static final int MARGIN = 8_192;

    /**
     * A form of secrets.
     *
     * @param signs what every text in lower case has one of in which {@code pattern} finds something: most have none, and
     *     looking for that is much quicker
     */
    private record Secret(List<Sign> signs, Pattern pattern, String replacement) {
        static Secret whole(String kind, List<String> signs, String pattern) {
            return new Secret(Sign.all(signs), Pattern.compile(pattern), "[" + kind + "]");
        }

        /** A secret behind what group 1 matches, which stays. */
        static Secret behind(String kind, List<String> signs, String pattern) {
            return new Secret(Sign.all(signs), Pattern.compile(pattern), "$1[" + kind + "]");
        }

        boolean mayBeIn(String lower, long characters) {
            return Sign.isAnyIn(signs, lower, characters);
        }
    }

    /**
     * A part of a text in lower case.
     *
     * @param characters which it has, as {@link #characters} says
     */
    private record Sign(String text, long characters) {
        static List<Sign> all(List<String> texts) {
            return texts.stream()
                    .map(text -> new Sign(text, Redaction.characters(text)))
                    .toList();
        }

        static boolean isAnyIn(List<Sign> signs, String lower, long characters) {
            boolean is = false;
            for (int i = 0; i < signs.size() && !is; i++) {
                Sign sign = signs.get(i);
                is = (characters & sign.characters) == sign.characters && lower.contains(sign.text);
            }
            return is;
        }
    }

    /** The characters of {@code text} as bits, some of which stand for two: most texts lack some of most signs. */
    private static long characters(String text) {
        long characters = 0;
        for (int i = 0; i < text.length(); i++) {
            characters |= 1L << text.charAt(i);
        }
        return characters;
    }

    private static final String NAMES =
            "(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret"
                    + "|auth(?:orization)?|credentials?)";

    /** Each of {@link #NAMES} has one of these in it. */
    private static final List<String> NAME_SIGNS =
            List.of("pass", "pwd", "secret", "token", "key", "auth", "credential");

    private static final List<Secret> SECRETS = List.of(
            Secret.whole(
                    "private key",
                    List.of("-----begin "),
                    "-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\\s\\S]){0,20000}+(?:-----END [A-Z ]{0,40}-----)?"),
            Secret.whole(
                    "AWS key", List.of("akia", "asia", "abia", "acca"), "\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\b"),
            Secret.whole(
                    "GitHub token",
                    List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
                    "\\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})"),
            Secret.whole(
                    "GitLab token",
                    List.of("glpat-", "gldt-", "glrt-", "glft-", "glcbt-", "glptt-", "glsoat-", "glagent-"),
                    "\\bgl(?:pat|dt|rt|ft|cbt|ptt|soat|agent)-[A-Za-z0-9_-]{16,255}"),
            Secret.whole(
                    "Slack token",
                    List.of("xox", "xapp-"),
                    "\\bxox[abeoprs]-[A-Za-z0-9-]{10,255}|\\bxapp-[A-Za-z0-9-]{10,255}"),
            Secret.whole(
                    "Slack webhook",
                    List.of("hooks.slack.com"),
                    "https://hooks\\.slack\\.com/[A-Za-z]+/[A-Za-z0-9/_-]{10,255}"),
            Secret.whole(
                    "Stripe key",
                    List.of("k_live_", "k_test_", "whsec_"),
                    "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,255}|\\bwhsec_[A-Za-z0-9]{10,255}"),
            Secret.whole(
                    "Google key",
                    List.of("aiza", "ya29."),
                    "\\bAIza[A-Za-z0-9_-]{35}|\\bya29\\.[A-Za-z0-9_.-]{20,2048}"),
            Secret.whole("npm token", List.of("npm_"), "\\bnpm_[A-Za-z0-9]{30,64}"),
            Secret.whole("PyPI token", List.of("pypi-"), "\\bpypi-[A-Za-z0-9_-]{16,512}"),
            Secret.whole("Hugging Face token", List.of("hf_"), "\\bhf_[A-Za-z0-9]{20,64}"),
            Secret.whole("SendGrid key", List.of("sg."), "\\bSG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}"),
            Secret.whole("DigitalOcean token", List.of("_v1_"), "\\bdo[opr]_v1_[a-f0-9]{40,64}"),
            Secret.whole("Telegram token", List.of(":aa"), "\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{32,35}"),
            Secret.whole("Vault token", List.of("hvs.", "hvb.", "hvr."), "\\bhv[sbr]\\.[A-Za-z0-9_-]{20,255}"),
            Secret.whole("Azure key", List.of("accountkey="), "\\bAccountKey=[A-Za-z0-9+/=]{40,128}"),
            Secret.whole("age key", List.of("age-secret-key-1"), "\\bAGE-SECRET-KEY-1[0-9A-Z]{50,64}"),
            Secret.whole("API key", List.of("sk-"), "\\bsk-(?:ant-|proj-|or-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}"),
            Secret.whole(
                    "web token",
                    List.of("eyj"),
                    "\\beyJ[A-Za-z0-9_-]{8,2048}\\.eyJ[A-Za-z0-9_-]{4,4096}(?:\\.[A-Za-z0-9_-]{0,2048})?"),
            Secret.behind(
                    "credentials",
                    List.of("bearer", "basic"),
                    "(?i)(\\b(?:bearer|basic)\\s{1,3})[A-Za-z0-9+/=._~-]{8,4096}"),
            Secret.behind(
                    "password",
                    List.of("://"),
                    "(?i)(\\b[a-z][a-z0-9+.-]{1,20}://[^\\s:/@]{0,255}:)[^\\s/@]{1,255}(?=@)"),
            Secret.behind(
                    "credentials",
                    List.of("authorization"),
                    "(?i)(\\bauthorization[\"']?+\\s{0,3}+[=:]\\s{0,3}+[\"']?+(?:(?:token|bearer|basic|digest|apikey)\\s{1,3})?+)"
                            + "(?!\\[)[^\"'\\r\\n]{4,4096}"),
            Secret.behind(
                    "secret",
                    NAME_SIGNS,
                    "(?i)([A-Z0-9_-]{0,40}" + NAMES
                            + "[A-Z0-9_]{0,20}[\"']?\\s{0,3}[=:]\\s{0,3}\")(?!\\[)[^\"]{1,4096}"),
            Secret.behind(
                    "secret",
                    NAME_SIGNS,
                    "(?i)([A-Z0-9_-]{0,40}" + NAMES + "[A-Z0-9_]{0,20}[\"']?\\s{0,3}[=:]\\s{0,3}')(?!\\[)[^']{1,4096}"),
            Secret.behind(
                    "secret",
                    NAME_SIGNS,
                    "(?i)([A-Z0-9_-]{0,40}" + NAMES
                            + "[A-Z0-9_]{0,20}[\"']?\\s{0,3}[=:]\\s{0,3}[\"']?)(?!\\[|(?:bearer|basic|token|digest|apikey)\\s)[^\\s\"'&;,|<>]{4,4096}"),
            Secret.behind(
                    "secret",
                    NAME_SIGNS,
                    "(?i)(--?[a-z0-9-]{0,40}" + NAMES
                            + "[a-z0-9-]{0,20}\\s{1,3}[\"']?)(?![-\\[])[^\\s\"'&;,|<>]{4,4096}"));

    private static final List<Sign> SECRET_NAME_SIGNS = Sign.all(NAME_SIGNS);

    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*" + NAMES + "[A-Z0-9_-]{0,20}");

    private Redaction() {}

    /** {@code text} without secrets, cut to {@link #MAX_TEXT}. */
    public static String of(String text) {
        boolean cut = text.length() > MAX_TEXT;
        String kept = whole(cut ? text.substring(0, Math.min(text.length(), MAX_TEXT + MARGIN)) : text);
        if (kept.length() > MAX_TEXT) {
            kept = kept.substring(0, MAX_TEXT);
        }
        if (!kept.isEmpty() && Character.isHighSurrogate(kept.charAt(kept.length() - 1))) {
            kept = kept.substring(0, kept.length() - 1);
        }
        return cut ? kept + String.format(Locale.ROOT, " … [%d characters in all]", text.length()) : kept;
    }

    /** {@code text} without secrets, however long it is. */
    public static String whole(String text) {
        String kept = text;
        String lower = text.toLowerCase(Locale.ROOT);
        long characters = characters(lower);
        for (Secret secret : SECRETS) {
            if (secret.mayBeIn(lower, characters)) {
                kept = secret.pattern().matcher(kept).replaceAll(secret.replacement());
                lower = kept.toLowerCase(Locale.ROOT);
                characters = characters(lower);
            }
        }
        return kept;
    }

    /** {@code object} without secrets: also not under names such as {@code password}. */
    public static JsonObject of(JsonObject object) {
        Map<String, JsonValue> redacted = Map.of();
        int same = 0;
        for (var member : object.members().entrySet()) {
            String name = of(member.getKey());
            JsonValue value =
                    isSecret(member.getKey(), member.getValue()) ? new JsonString("[secret]") : of(member.getValue());
            if (redacted.isEmpty() && name.equals(member.getKey()) && value.equals(member.getValue())) {
                same++;
            } else {
                redacted = redacted.isEmpty() ? first(same, object) : redacted;
                redacted.put(name, value);
            }
        }
        return redacted.isEmpty() ? object : new JsonObject(redacted);
    }

    /** The first {@code count} members of {@code object}, in their order. */
    private static Map<String, JsonValue> first(int count, JsonObject object) {
        var first = new LinkedHashMap<String, JsonValue>();
        object.members().entrySet().stream()
                .limit(count)
                .forEach(member -> first.put(member.getKey(), member.getValue()));
        return first;
    }

    private static boolean isSecret(String name, JsonValue value) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !(value instanceof JsonBoolean)
                && !(value instanceof JsonNull)
                && Sign.isAnyIn(SECRET_NAME_SIGNS, lower, characters(lower))
                && SECRET_NAME.matcher(name).matches();
    }

    private static JsonValue of(JsonValue value) {
        return switch (value) {
            case JsonString string -> {
                String kept = of(string.value());
                yield kept.equals(string.value()) ? string : new JsonString(kept);
            }
            case JsonObject object -> of(object);
            case JsonArray array ->
                JsonArray.of(array.elements().stream().map(Redaction::of).toList());
            case JsonNumber number -> number;
            case JsonBoolean flag -> flag;
            case JsonNull none -> none;
        };
    }
}
