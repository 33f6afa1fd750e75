package dev.licet.agent.tool;

import dev.licet.core.json.JsonValue.JsonObject;
import java.math.BigDecimal;

/** The arguments of one call, read strictly. */
record Arguments(JsonObject form) {
    String text(String name) throws ToolProblem {
        return form.text(name).orElseThrow(() -> new ToolProblem("`" + name + "` is missing, or no text"));
    }

    String text(String name, String otherwise) throws ToolProblem {
        return form.get(name).isEmpty() ? otherwise : text(name);
    }

    int number(String name, int otherwise, int most) throws ToolProblem {
        if (form.get(name).isEmpty()) {
            return otherwise;
        }
        BigDecimal value = form.number(name).orElseThrow(() -> new ToolProblem("`" + name + "` is no number"));
        try {
            int number = value.intValueExact();
            if (number < 1 || number > most) {
                throw new ToolProblem("`" + name + "` is 1 to " + most + ", not " + number);
            }
            return number;
        } catch (ArithmeticException e) {
            throw new ToolProblem("`" + name + "` is a whole number up to " + most + ", not " + value);
        }
    }

    boolean isTrue(String name) {
        return form.isTrue(name);
    }
}
