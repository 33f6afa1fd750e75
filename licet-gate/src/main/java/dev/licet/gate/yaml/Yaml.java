package dev.licet.gate.yaml;

import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Member;
import dev.licet.gate.json.Located.Place;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads one YAML 1.2 document into the values that JSONC is read into. No anchors, no tags, no keys but texts. */
public final class Yaml {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_CHARACTERS = 10 * 1024 * 1024;

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setAllowDuplicateKeys(true)
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(MAX_CHARACTERS)
            .build();

    private final IdentityHashMap<Node, Boolean> seen = new IdentityHashMap<>();

    private Yaml() {}

    /** The value that {@code text} spells; an empty text is an empty object. */
    public static Located parse(String text) throws InvalidJson {
        try {
            Optional<Node> root = new Compose(SETTINGS).composeString(text);
            return root.isPresent()
                    ? new Yaml().value(root.get(), 0)
                    : new Located.Members(new ArrayList<>(), new Place(0, 0, 1, 1));
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark();
            throw InvalidJson.at(
                    problem(e),
                    mark.map(place -> place.getLine() + 1).orElse(0),
                    mark.map(place -> place.getColumn() + 1).orElse(0));
        } catch (YamlEngineException e) {
            throw InvalidJson.at(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("not valid YAML"), 0, 0);
        } catch (StackOverflowError e) {
            throw InvalidJson.at("nested too deeply", 0, 0);
        }
    }

    private static String problem(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        return problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1);
    }

    private Located value(Node node, int depth) throws InvalidJson {
        Place place = place(node);
        if (depth > MAX_DEPTH) {
            throw InvalidJson.at("nested deeper than " + MAX_DEPTH + " levels", place.line(), place.column());
        }
        boolean twice = seen.put(node, true) != null;
        if (twice || node.getAnchor().isPresent()) {
            throw InvalidJson.at("anchors and aliases are not read: write the value out", place.line(), place.column());
        }
        return switch (node) {
            case MappingNode mapping -> members(mapping, place, depth);
            case SequenceNode sequence -> {
                var elements = new ArrayList<Located>();
                for (Node element : sequence.getValue()) {
                    elements.add(value(element, depth + 1));
                }
                yield new Located.Elements(elements, place);
            }
            case ScalarNode scalar ->
                scalar.getTag().equals(Tag.STR)
                        ? new Located.Text(scalar.getValue(), place)
                        : new Located.Other("`" + scalar.getValue() + "`", place);
            default -> throw InvalidJson.at("not a value", place.line(), place.column());
        };
    }

    private Located.Members members(MappingNode mapping, Place place, int depth) throws InvalidJson {
        var members = new ArrayList<Member>();
        for (NodeTuple tuple : mapping.getValue()) {
            Place at = place(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw InvalidJson.at("a key that is no text", at.line(), at.column());
            }
            members.add(new Member(key.getValue(), at, value(tuple.getValueNode(), depth + 1)));
        }
        return new Located.Members(members, place);
    }

    private static Place place(Node node) {
        int start = node.getStartMark().map(Mark::getIndex).orElse(0);
        int end = node.getEndMark().map(Mark::getIndex).orElse(start);
        return new Place(
                start,
                end,
                node.getStartMark().map(Mark::getLine).orElse(0) + 1,
                node.getStartMark().map(Mark::getColumn).orElse(0) + 1);
    }
}
