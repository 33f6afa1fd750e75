package dev.licet.hook;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** What a hook has to know of the agent that starts it without asking anybody: how long that waits, and how it is refused. */
public enum HookHost {
    CLAUDE("claude", 600),
    CODEX("codex", 600),
    GEMINI("gemini", 600),
    CURSOR("cursor", 600),
    COPILOT("copilot", 600),
    CRUSH("crush", 600),
    GOOSE("goose", 600),
    VSCODE("vscode", 30),
    /** It gives up after this time, whatever its configuration says, and lets the call run. */
    QWEN("qwen", 60),
    /** Its plug-in waits as long as it has to. */
    OPENCODE("opencode", 3_600),
    /** It is made from OpenCode. */
    KILO("kilo", 3_600),
    /** Its extension waits as well. */
    PI("pi", 3_600),
    /** It waits for the program that its permissions name as long as that runs. */
    AMP("amp", 3_600),
    KIRO("kiro", 600),
    /** It takes no notice of the exit status: it reads the refusal. */
    CLINE("cline", 30);

    private final String text;
    private final int patience;

    HookHost(String text, int patience) {
        this.text = text;
        this.patience = patience;
    }

    /** The host called {@code name}; one that is not known is taken to be like Claude Code. */
    public static HookHost of(String name) {
        for (HookHost host : values()) {
            if (host.text.equals(name)) {
                return host;
            }
        }
        return CLAUDE;
    }

    /** The name in {@code licet hook NAME} and {@code /hooks/NAME}. */
    public String text() {
        return text;
    }

    /** After so many seconds it no longer waits for its hook. */
    public int patience() {
        return patience;
    }

    /** Whether exit status 2 blocks the call. */
    public boolean obeysStatus() {
        return this != CLINE;
    }

    /** Whether the exit status is all that it goes by: what is written is a text for its model, on standard error. */
    public boolean readsNothing() {
        return this == AMP || this == KIRO;
    }

    /**
     * What is to be judged, as other hosts say it: Amp writes nothing but the arguments, and tells the rest by variables.
     *
     * @param input what it wrote
     * @param environment the variables
     * @throws IllegalArgumentException when what is to be judged would not be what runs
     */
    public byte[] question(byte[] input, Map<String, String> environment) {
        if (this != AMP) {
            return input;
        }
        String arguments = new String(input, StandardCharsets.UTF_8);
        if (!Arrays.equals(arguments.getBytes(StandardCharsets.UTF_8), input)) {
            throw new IllegalArgumentException("the arguments are not UTF-8");
        }
        StringBuilder question = new StringBuilder("{\"cwd\":\"").append(escaped(directory()));
        String thread = environment.get("AMP_THREAD_ID");
        if (thread != null) {
            question.append("\",\"session_id\":\"").append(escaped(thread));
        }
        String tool = environment.get("AGENT_TOOL_NAME");
        if (tool != null) {
            question.append("\",\"tool_name\":\"").append(escaped(tool));
        }
        question.append("\",\"tool_input\":\"").append(escaped(arguments)).append("\"}");
        return question.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The working directory: what is relative is found there, so that a name that is not its own would be another place. */
    private static String directory() {
        String directory = System.getProperty("user.dir");
        for (int i = 0; i < directory.length(); i++) {
            char each = directory.charAt(i);
            if (each < ' ' || each == '\ufffd') {
                throw new IllegalArgumentException("the name of the working directory cannot be read here for certain;"
                        + " it has to be UTF-8, and LC_ALL one such as C.UTF-8");
            }
        }
        return directory;
    }

    /** What one that does not obey the status reads when it is refused, a line of JSON. */
    public static String refusal(String reason) {
        return "{\"cancel\":true,\"errorMessage\":\"" + escaped(reason) + "\"}";
    }

    private static String escaped(String text) {
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                json.append('\\').append(each);
            } else if (each < ' ') {
                json.append("\\u00").append(each < 16 ? "0" : "").append(Integer.toHexString(each));
            } else {
                json.append(each);
            }
        }
        return json.toString();
    }
}
