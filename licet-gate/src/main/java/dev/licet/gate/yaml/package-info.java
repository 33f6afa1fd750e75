/**
 * Strict YAML with line and column. Entry type: {@link dev.licet.gate.yaml.Yaml}, as in {@code Yaml.parse(text)}.
 */
@NullMarked
package dev.licet.gate.yaml;

import org.jspecify.annotations.NullMarked;
