package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.Optional;

/**
 * {@code name=value}, {@code name+=value} or {@code name[subscript]=value}.
 *
 * @param subscript what stands between the brackets
 * @param appends whether the operator is {@code +=}
 */
public record Assignment(String name, Optional<Part.Arithmetic> subscript, boolean appends, Word value, Span span) {}
