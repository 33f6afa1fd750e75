/**
 * The pages: inbox, history, policy, grants, sessions, overview. Entry type: {@link dev.licet.server.web.Pages}.
 */
@NullMarked
package dev.licet.server.web;

import org.jspecify.annotations.NullMarked;
