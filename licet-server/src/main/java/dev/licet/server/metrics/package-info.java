/**
 * Figures for dashboards and alarms, in the text format of Prometheus. Entry type:
 * {@link dev.licet.server.metrics.Metrics}.
 */
@NullMarked
package dev.licet.server.metrics;

import org.jspecify.annotations.NullMarked;
