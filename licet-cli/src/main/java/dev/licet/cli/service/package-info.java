/** The server of the person at this machine as a service: kept by the machine's service manager, or in the background. */
@NullMarked
package dev.licet.cli.service;

import org.jspecify.annotations.NullMarked;
