/**
 * The inbox page. Entry type: {@link dev.licet.server.web.Inbox}.
 */
@NullMarked
package dev.licet.server.web;

import org.jspecify.annotations.NullMarked;
