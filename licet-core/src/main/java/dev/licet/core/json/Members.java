package dev.licet.core.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The members of an object in their order: a few side by side, many by their hash as well. Immutable, thread-safe. */
final class Members extends AbstractMap<String, JsonValue> {
    /** So few are looked through faster than looked up. */
    private static final int FEW = 16;

    static final Members NONE = new Members(new String[0], new JsonValue[0]);

    private final String[] names;
    private final JsonValue[] values;

    /** Where each name stands, where there are many. */
    private final Map<String, Integer> places;

    private Members(String[] names, JsonValue[] values) {
        this.names = names;
        this.values = values;
        this.places = names.length <= FEW ? Map.of() : HashMap.newHashMap(names.length);
        for (int i = 0; names.length > FEW && i < names.length; i++) {
            places.put(names[i], i);
        }
    }

    /** What {@code map} holds now. */
    static Members of(Map<String, JsonValue> map) {
        if (map instanceof Members members) {
            return members;
        }
        var names = new String[map.size()];
        var values = new JsonValue[map.size()];
        int next = 0;
        for (var entry : map.entrySet()) {
            names[next] = entry.getKey();
            values[next++] = entry.getValue();
        }
        return next == 0 ? NONE : new Members(names, values);
    }

    /** These with one more at the end, or with the value of that name replaced. */
    Members with(String name, JsonValue value) {
        int place = place(name);
        if (place >= 0) {
            JsonValue[] replaced = values.clone();
            replaced[place] = value;
            return new Members(names, replaced);
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        JsonValue[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return new Members(moreNames, moreValues);
    }

    private int place(@Nullable Object name) {
        if (names.length > FEW) {
            return places.getOrDefault(name, -1);
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return place(name) >= 0;
    }

    @Override
    public @Nullable JsonValue get(@Nullable Object name) {
        int place = place(name);
        return place < 0 ? null : values[place];
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonValue> each) {
        for (int i = 0; i < names.length; i++) {
            each.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, JsonValue>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, JsonValue>> iterator() {
                return entries();
            }
        };
    }

    private Iterator<Map.Entry<String, JsonValue>> entries() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < names.length;
            }

            @Override
            public Map.Entry<String, JsonValue> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return Map.entry(names[next], values[next++]);
            }
        };
    }
}
