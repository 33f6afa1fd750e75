/**
 * JSON values as data, and their canonical text (RFC 8785). Entry type: {@link dev.licet.core.json.JsonValue}. Reading and
 * writing JSON text belongs to the edges; nothing here parses.
 */
@NullMarked
package dev.licet.core.json;

import org.jspecify.annotations.NullMarked;
