package dev.licet.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    /** An object is a map that keeps the order in which its names came first, however many there are. */
    @RepeatedTest(100)
    void withMembers_itIsWhatAMapWouldBe(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        List<Integer> names = random.ints(random.nextInt(60), 0, 40).boxed().toList();
        var map = new LinkedHashMap<String, JsonValue>();
        JsonObject object = JsonObject.empty();
        for (int i = 0; i < names.size(); i++) {
            String name = "n" + names.get(i);
            map.put(name, new JsonNumber(BigDecimal.valueOf(i)));
            object = object.with(name, i);
        }
        assertEquals(new JsonObject(map), object);
        assertEquals(new JsonObject(map).hashCode(), object.hashCode());
        assertEquals(map, object.members());
        assertEquals(object.members(), map);
        assertEquals(
                new ArrayList<>(map.entrySet()),
                new ArrayList<>(object.members().entrySet()));
        assertEquals(List.copyOf(map.keySet()), List.copyOf(object.members().keySet()));
        assertEquals(CanonicalJson.of(new JsonObject(map)), CanonicalJson.of(object));
        for (int i = 0; i < 45; i++) {
            assertEquals(Optional.ofNullable(map.get("n" + i)), object.get("n" + i));
            assertEquals(map.containsKey("n" + i), object.members().containsKey("n" + i));
        }
    }

    @Test
    void whatItWasMadeOf_mayChange() {
        var map = new LinkedHashMap<String, JsonValue>(Map.of("a", new JsonString("1")));
        var object = new JsonObject(map);
        map.put("b", new JsonString("2"));
        assertEquals(JsonObject.empty().with("a", "1"), object);
        assertThrows(UnsupportedOperationException.class, () -> object.members().put("b", new JsonString("2")));
        assertThrows(UnsupportedOperationException.class, () -> object.members().clear());
        assertThrows(UnsupportedOperationException.class, () -> {
            for (var member : object.members().entrySet()) {
                member.setValue(new JsonString("2"));
            }
        });
    }

    @Test
    void objectsThatGrowFromTheSameOne_haveNothingOfEachOther() {
        for (int size = 0; size < 40; size++) {
            JsonObject same = JsonObject.empty();
            for (int i = 0; i < size; i++) {
                same = same.with("n" + i, i);
            }
            JsonObject left = same.with("left", 1);
            JsonObject right = same.with("right", 2).with("left", 3);
            assertEquals(size, same.members().size());
            assertEquals(Optional.empty(), same.get("left"));
            assertEquals(Optional.empty(), left.get("right"));
            assertEquals(Optional.of(BigDecimal.ONE), left.number("left"));
            assertEquals(Optional.of(BigDecimal.valueOf(3)), right.number("left"));
            assertEquals(size + 2, right.members().size());
        }
    }

    @Test
    void manyThreads_growTheSameObject() {
        JsonObject same = JsonObject.empty().with("a", 1);
        List<String> texts = IntStream.range(0, 2_000)
                .parallel()
                .mapToObj(i -> same.with("n" + i, i).toString())
                .toList();
        assertEquals(
                IntStream.range(0, 2_000)
                        .mapToObj(i -> "{\"a\":1,\"n" + i + "\":" + i + "}")
                        .toList(),
                texts);
    }

    @Test
    void maps_ofOtherLibraries_comeAndGo() {
        var map = new LinkedHashMap<String, Object>();
        map.put("text", "a\n\"b\"");
        map.put("whole", 7);
        map.put("large", new BigDecimal("12345678901234567890"));
        map.put("half", 0.5);
        map.put("none", null);
        map.put("list", List.of(true, Map.of("a", 1L), Set.of("x")));
        JsonObject object = JsonObject.ofMap(map);
        assertEquals(
                "{\"text\":\"a\\n\\\"b\\\"\",\"whole\":7,\"large\":12345678901234567890,\"half\":0.5,\"none\":null,"
                        + "\"list\":[true,{\"a\":1},[\"x\"]]}",
                object.toString());
        Map<String, @Nullable Object> plain = object.toMap();
        assertEquals(List.copyOf(map.keySet()), List.copyOf(plain.keySet()));
        assertEquals(7L, plain.get("whole"));
        assertEquals(new BigDecimal("0.5"), plain.get("half"));
        assertTrue(plain.containsKey("none"));
        assertEquals(List.of(true, Map.of("a", 1L), List.of("x")), plain.get("list"));
        assertEquals(object, JsonObject.ofMap(plain));
        assertThrows(UnsupportedOperationException.class, () -> plain.put("a", "b"));
    }

    @Test
    void whatIsNoJson_isRefusedByName() {
        assertThrows(IllegalArgumentException.class, () -> JsonObject.ofMap(Map.of("a", Double.NaN)));
        assertThrows(IllegalArgumentException.class, () -> JsonObject.ofMap(Map.of("a", Map.of(1, "b"))));
        var refused = assertThrows(IllegalArgumentException.class, () -> JsonObject.ofMap(Map.of("a", new Object())));
        assertEquals(
                "no JSON has a value of java.lang.Object; give texts, numbers, booleans, maps and lists",
                refused.getMessage());
    }
}
