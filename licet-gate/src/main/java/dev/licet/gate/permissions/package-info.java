/**
 * The file {@code permissions.jsonc}: read with line and column, edited without disturbing comments, written atomically.
 * Entry type: {@link dev.licet.gate.permissions.PermissionFile}.
 */
@NullMarked
package dev.licet.gate.permissions;

import org.jspecify.annotations.NullMarked;
