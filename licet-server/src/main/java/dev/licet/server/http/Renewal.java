package dev.licet.server.http;

import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks whether a certificate was renewed on the disk, and has it used from then on. One that is no good is not taken. */
final class Renewal implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final Certificate certificate;
    private final SslContextFactory.Server tls;
    private List<FileTime> seen = List.of();
    private Optional<List<FileTime>> refused = Optional.empty();

    Renewal(Certificate certificate, SslContextFactory.Server tls) {
        this.certificate = certificate;
        this.tls = tls;
    }

    /** Takes the certificate as it is now. */
    Renewal first() {
        try {
            seen = certificate.version();
            tls.setKeyStore(certificate.load());
            return this;
        } catch (IOException e) {
            throw new GateException("the certificate cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(LOOK_EVERY);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        List<FileTime> now = List.of();
        try {
            now = certificate.version();
            if (now.equals(seen)) {
                return;
            }
            // Both files are read again until they belong together: they are not replaced at once.
            KeyStore renewed = certificate.load();
            tls.reload(factory -> factory.setKeyStore(renewed));
            seen = now;
            LOG.info("the certificate was renewed");
        } catch (Exception e) {
            if (!refused.equals(Optional.of(now))) {
                LOG.warn("the certificate has changed and is not taken: {}", e.getMessage());
            }
            refused = Optional.of(now);
        }
    }
}
