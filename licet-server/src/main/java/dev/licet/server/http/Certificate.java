package dev.licet.server.http;

import dev.licet.gate.data.GateException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's certificate and its private key, in two files of the PEM format (RFC 7468). */
record Certificate(Path chain, Path key) {
    /** What the key is kept under in memory; it never leaves the process. */
    static final char[] PASSWORD = "in-memory".toCharArray();

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** What tells one version of the files from another. */
    List<FileTime> version() throws IOException {
        return List.of(Files.getLastModifiedTime(chain), Files.getLastModifiedTime(key));
    }

    /**
     * Both, as they are now.
     *
     * @throws GateException when they cannot be read or do not belong together
     */
    KeyStore load() {
        try {
            List<X509Certificate> certificates = certificates();
            PrivateKey secret = privateKey(certificates.get(0));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", secret, PASSWORD, certificates.toArray(X509Certificate[]::new));
            return store;
        } catch (IOException e) {
            throw new GateException("the certificate cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new GateException(
                    "`" + chain + "` and `" + key + "` are no certificate and key: " + e.getMessage(), e);
        }
    }

    private List<X509Certificate> certificates() throws IOException, GeneralSecurityException {
        var all = new ArrayList<X509Certificate>();
        var text = new ByteArrayInputStream(Files.readAllBytes(chain));
        for (java.security.cert.Certificate each :
                CertificateFactory.getInstance("X.509").generateCertificates(text)) {
            all.add((X509Certificate) each);
        }
        if (all.isEmpty()) {
            throw new GateException("there is no certificate in `" + chain + "`");
        }
        return all;
    }

    private PrivateKey privateKey(X509Certificate certificate) throws IOException, GeneralSecurityException {
        Matcher text = KEY.matcher(Files.readString(key));
        if (!text.find()) {
            throw new GateException("there is no `PRIVATE KEY` (PKCS #8 without a password) in `" + key
                    + "`; `openssl pkcs8 -topk8 -nodes` makes one of another form");
        }
        PrivateKey secret = KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text.group(1))));
        if (!belongTogether(secret, certificate)) {
            throw new GateException("the key in `" + key + "` is not that of the first certificate in `" + chain + "`");
        }
        return secret;
    }

    private static boolean belongTogether(PrivateKey secret, X509Certificate certificate)
            throws GeneralSecurityException {
        String algorithm = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        return signature.verify(signed);
    }
}
