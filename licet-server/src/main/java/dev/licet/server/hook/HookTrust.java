package dev.licet.server.hook;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How a host notes which hooks a person trusts: in a file beside them, in TOML, with a table for each hook that is called by
 * the file of the hooks, the event and the place of the hook. Source: codex-rs/hooks.
 *
 * @param file the name of that file
 * @param otherwise what becomes of a hook that is not noted, and what to do
 */
public record HookTrust(String file, String otherwise) {

    /**
     * Whether {@code noted} says that {@code hook} is trusted. Whether it was changed since only the host can tell.
     *
     * @param noted the text of the file
     * @param hooks the absolute path of the file of the hooks
     */
    public boolean covers(String noted, String hooks, OwnHooks.Found hook) {
        String event = hook.event().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        String key = hooks + ":" + event + ":" + hook.place();
        Pattern table = Pattern.compile("(?m)^\\s*\\[hooks\\.state\\.(\"|')" + Pattern.quote(key.replace("\\", "\\\\"))
                + "\\1\\]\\s*$(?:\\R(?!\\s*\\[).*)*?\\R\\s*trusted_hash\\s*=\\s*[\"'][^\"']+");
        return table.matcher(noted).find();
    }
}
