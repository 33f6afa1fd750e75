package dev.licet.core.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in their order: a few side by side, many by their hash as well. Immutable, thread-safe; an object
 * that grows by one member after the other shares its slots with those that it grew from.
 *
 * @param <V> their values
 */
final class Members<V> extends AbstractMap<String, V> {
    /** So few are looked through faster than looked up. */
    private static final int FEW = 16;

    /** Room for so many, where the first is added. */
    private static final int ROOM = 8;

    private final Slots slots;
    private final int size;

    private Members(Slots slots, int size) {
        this.slots = slots;
        this.size = size;
    }

    /** Names and values side by side. What is used never changes; the next slot belongs to who takes it first. */
    private static final class Slots {
        private static final AtomicIntegerFieldUpdater<Slots> USED =
                AtomicIntegerFieldUpdater.newUpdater(Slots.class, "used");

        private final String[] names;
        private final Object[] values;
        private volatile int used;

        /** Where each name stands, where there are many. */
        private final Map<String, Integer> places;

        Slots(String[] names, Object[] values, int used) {
            this.names = names;
            this.values = values;
            this.used = used;
            this.places = names.length <= FEW ? Map.of() : new ConcurrentHashMap<>();
            for (int i = 0; names.length > FEW && i < used; i++) {
                places.put(names[i], i);
            }
        }

        /** Whether the slot at {@code place} is free and was taken for this member. */
        boolean take(int place, String name, Object value) {
            if (place >= names.length || used != place || !USED.compareAndSet(this, place, place + 1)) {
                return false;
            }
            names[place] = name;
            values[place] = value;
            if (names.length > FEW) {
                places.put(name, place);
            }
            return true;
        }

        /** The first {@code size} of these, with room for more. */
        Slots roomier(int size) {
            int room = Math.max(ROOM, 2 * size);
            return new Slots(Arrays.copyOf(names, room), Arrays.copyOf(values, room), size);
        }
    }

    /** What {@code map} holds now. */
    static <V> Members<V> of(Map<String, V> map) {
        if (map instanceof Members<V> members) {
            return members;
        }
        var names = new String[map.size()];
        var values = new Object[map.size()];
        int next = 0;
        for (var entry : map.entrySet()) {
            names[next] = entry.getKey();
            values[next++] = entry.getValue();
        }
        return new Members<>(new Slots(names, values, next), next);
    }

    /** The first {@code size} of {@code names} and {@code values}, which are different names and belong to nobody else. */
    static <V> Members<V> taking(String[] names, Object[] values, int size) {
        return new Members<>(new Slots(names, values, size), size);
    }

    /** These with one more at the end, or with the value of that name replaced. */
    Members<V> with(String name, V value) {
        int place = place(name);
        if (place >= 0) {
            Object[] replaced = Arrays.copyOf(slots.values, size);
            replaced[place] = value;
            return new Members<>(new Slots(Arrays.copyOf(slots.names, size), replaced, size), size);
        }
        Slots room = slots;
        while (!room.take(size, name, value)) {
            room = slots.roomier(size);
        }
        return new Members<>(room, size + 1);
    }

    /** Their names, in their order. */
    String[] names() {
        return Arrays.copyOf(slots.names, size);
    }

    private int place(@Nullable Object name) {
        if (size > FEW) {
            Integer place = name == null ? null : slots.places.get(name);
            return place == null || place >= size ? -1 : place;
        }
        for (int i = 0; i < size; i++) {
            if (slots.names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Only values of this kind are put in. */
    @SuppressWarnings("unchecked")
    private V value(int place) {
        return (V) slots.values[place];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return place(name) >= 0;
    }

    @Override
    public @Nullable V get(@Nullable Object name) {
        int place = place(name);
        return place < 0 ? null : value(place);
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super V> each) {
        for (int i = 0; i < size; i++) {
            each.accept(slots.names[i], value(i));
        }
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return entries();
            }
        };
    }

    private Iterator<Map.Entry<String, V>> entries() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public Map.Entry<String, V> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return Map.entry(slots.names[next], value(next++));
            }
        };
    }
}
