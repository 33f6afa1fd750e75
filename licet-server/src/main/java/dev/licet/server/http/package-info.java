/**
 * Requests and replies, free of the HTTP library behind them. Entry type: {@link dev.licet.server.http.HttpServer}. The
 * only package that knows Jetty.
 */
@NullMarked
package dev.licet.server.http;

import org.jspecify.annotations.NullMarked;
