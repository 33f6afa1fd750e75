/**
 * The inbox page and who may use the server. Entry types: {@link dev.licet.server.web.Inbox} and
 * {@link dev.licet.server.web.Access}.
 */
@NullMarked
package dev.licet.server.web;

import org.jspecify.annotations.NullMarked;
