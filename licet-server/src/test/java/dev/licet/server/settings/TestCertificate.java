package dev.licet.server.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that signs itself, made by the JDK's keytool and written as PEM. */
public record TestCertificate(X509Certificate certificate, String chainPem, String keyPem) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** A new one for {@code name} and localhost, in {@code folder}. */
    public static TestCertificate make(Path folder, String name, String algorithm) throws Exception {
        Path file = Files.createTempDirectory(folder, "keys").resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:" + name + ",dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
        var certificate = (X509Certificate) Objects.requireNonNull(store.getCertificate("a"));
        return new TestCertificate(
                certificate,
                pem("CERTIFICATE", certificate.getEncoded()),
                pem(
                        "PRIVATE KEY",
                        Objects.requireNonNull(store.getKey("a", PASSWORD)).getEncoded()));
    }

    private static String pem(String type, byte[] bytes) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + type + "-----\n";
    }

    /** Writes {@code cert.pem} and {@code key.pem} to {@code folder}, as if {@code at} that time. */
    public void write(Path folder, Instant at) throws IOException {
        Files.writeString(folder.resolve("cert.pem"), chainPem);
        Files.writeString(folder.resolve("key.pem"), keyPem);
        Files.setLastModifiedTime(folder.resolve("cert.pem"), FileTime.from(at));
        Files.setLastModifiedTime(folder.resolve("key.pem"), FileTime.from(at));
    }

    /** What trusts this certificate and no other. */
    public SSLContext trust() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("a", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
