package dev.licet.server.settings;

import dev.licet.gate.data.GateException;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Member;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keys and values of one kind in a file; what is wrong with one is told with its line and column. */
record Section(Path file, String name, Located.Members members) {

    /** Refuses every key but {@code known}, and one that stands twice. */
    Section only(String... known) {
        var seen = new HashSet<String>();
        for (Member member : members.members()) {
            if (!Set.of(known).contains(member.name())) {
                throw wrong(
                        member.namePlace(),
                        "`" + member.name() + "` is no key of " + name + "; it has " + String.join(", ", known));
            }
            if (!seen.add(member.name())) {
                throw wrong(member.namePlace(), "`" + member.name() + "` stands twice");
            }
        }
        return this;
    }

    /** Refuses {@code key} where it stands twice. */
    Section once(String key) {
        List<Member> all = members.members().stream()
                .filter(member -> member.name().equals(key))
                .toList();
        if (all.size() > 1) {
            throw wrong(all.get(1).namePlace(), "`" + key + "` stands twice");
        }
        return this;
    }

    GateException wrong(Located.Place place, String what) {
        return new GateException("%s:%d:%d: %s".formatted(file, place.line(), place.column(), what));
    }

    GateException wrong(String key, String what) {
        return wrong(value(key).map(Located::place).orElse(members.place()), what);
    }

    private GateException wrong(Located value, String key, String expected) {
        return wrong(value.place(), "`" + key + "` is " + expected + ", not " + value.kindOf());
    }

    private Optional<Located> value(String key) {
        return members.members().stream()
                .filter(member -> member.name().equals(key))
                .map(Member::value)
                .findFirst();
    }

    Optional<Section> section(String key) {
        return value(key).map(value -> {
            if (value instanceof Located.Members inside) {
                return new Section(file, "`" + key + "`", inside);
            }
            throw wrong(value, key, "keys and values");
        });
    }

    boolean has(String key) {
        return value(key).isPresent();
    }

    /** The sections of the list called {@code key}. */
    List<Section> sections(String key) {
        if (value(key).isEmpty()) {
            return List.of();
        }
        if (!(value(key).get() instanceof Located.Elements list)) {
            throw wrong(value(key).get(), key, "a list");
        }
        var sections = new ArrayList<Section>();
        for (Located each : list.elements()) {
            if (!(each instanceof Located.Members inside)) {
                throw wrong(each, key, "a list of keys and values");
            }
            sections.add(new Section(file, "an entry of `" + key + "`", inside));
        }
        return sections;
    }

    Optional<String> text(String key) {
        return value(key).map(value -> text(value, key));
    }

    String needed(String key) {
        return text(key).orElseThrow(() -> wrong(members.place(), name + " needs `" + key + "`"));
    }

    private String text(Located value, String key) {
        if (value instanceof Located.Text text
                && !text.value().isBlank()
                && text.value().indexOf('\0') < 0) {
            return text.value();
        }
        throw wrong(value, key, "a text");
    }

    List<String> texts(String key) {
        if (value(key).isEmpty()) {
            return List.of();
        }
        if (!(value(key).get() instanceof Located.Elements list)) {
            throw wrong(value(key).get(), key, "a list");
        }
        var texts = new ArrayList<String>();
        list.elements().forEach(each -> texts.add(text(each, key)));
        return texts;
    }

    /** The texts of the section called {@code key}, by their names. */
    Map<String, String> pairs(String key) {
        var pairs = new LinkedHashMap<String, String>();
        section(key)
                .ifPresent(inside -> inside.members().members().forEach(member -> {
                    if (pairs.put(member.name(), text(member.value(), member.name())) != null) {
                        throw wrong(member.namePlace(), "`" + member.name() + "` stands twice");
                    }
                }));
        return pairs;
    }

    boolean flag(String key, boolean otherwise) {
        if (value(key).isEmpty()) {
            return otherwise;
        }
        Located value = value(key).get();
        String text = value instanceof Located.Other other ? other.kind().replace("`", "") : "";
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(value, key, "true or false");
        }
        return text.equals("true");
    }

    int number(String key, int otherwise, int most) {
        if (value(key).isEmpty()) {
            return otherwise;
        }
        Located value = value(key).get();
        String text = value instanceof Located.Other other ? other.kind().replace("`", "") : "";
        if (!text.matches("[1-9][0-9]{0,8}") || Integer.parseInt(text) > most) {
            throw wrong(value, key, "a number from 1 to " + most);
        }
        return Integer.parseInt(text);
    }
}
