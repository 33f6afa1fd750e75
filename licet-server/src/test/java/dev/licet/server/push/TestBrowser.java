package dev.licet.server.push;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The other end of Web Push: the keys of a browser, and how it reads a message (RFC 8291). */
final class TestBrowser {
    private final KeyPair keys;
    private final byte[] secret = new byte[16];

    TestBrowser() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
            new SecureRandom().nextBytes(secret);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it says of its subscription. */
    String subscription(String endpoint) {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return "{\"endpoint\":\"" + endpoint + "\",\"expirationTime\":null,\"keys\":{\"p256dh\":\""
                + base64.encodeToString(point((ECPublicKey) keys.getPublic())) + "\",\"auth\":\""
                + base64.encodeToString(secret) + "\"}}";
    }

    private static byte[] point(ECPublicKey key) {
        byte[] point = new byte[65];
        point[0] = 4;
        put(point, 1, key.getW().getAffineX());
        put(point, 33, key.getW().getAffineY());
        return point;
    }

    private static void put(byte[] into, int at, BigInteger number) {
        byte[] bytes = number.toByteArray();
        int skip = Math.max(0, bytes.length - 32);
        System.arraycopy(bytes, skip, into, at + 32 - (bytes.length - skip), bytes.length - skip);
    }

    /** The text of {@code message}, one record of aes128gcm (RFC 8188). */
    String read(byte[] message) throws GeneralSecurityException {
        ByteBuffer in = ByteBuffer.wrap(message);
        byte[] salt = new byte[16];
        in.get(salt);
        in.getInt();
        byte[] server = new byte[in.get()];
        in.get(server);
        byte[] sealed = new byte[in.remaining()];
        in.get(sealed);
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(keys.getPrivate());
        agreement.doPhase(publicKey(server), true);
        byte[] own = point((ECPublicKey) keys.getPublic());
        byte[] info = joined("WebPush: info\0".getBytes(StandardCharsets.UTF_8), own, server);
        byte[] key = expanded(mac(secret, agreement.generateSecret()), info, 32);
        byte[] pseudo = mac(salt, key);
        byte[] content = expanded(pseudo, "Content-Encoding: aes128gcm\0".getBytes(StandardCharsets.UTF_8), 16);
        byte[] nonce = expanded(pseudo, "Content-Encoding: nonce\0".getBytes(StandardCharsets.UTF_8), 12);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(content, "AES"), new GCMParameterSpec(128, nonce));
        byte[] padded = cipher.doFinal(sealed);
        int end = padded.length - 1;
        while (padded[end] == 0) {
            end--;
        }
        return new String(padded, 0, end, StandardCharsets.UTF_8);
    }

    private static PublicKey publicKey(byte[] point) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        var at = new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(point, 1, 33)),
                new BigInteger(1, Arrays.copyOfRange(point, 33, 65)));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(at, parameters.getParameterSpec(ECParameterSpec.class)));
    }

    private static byte[] expanded(byte[] key, byte[] info, int length) throws GeneralSecurityException {
        return Arrays.copyOf(mac(key, joined(info, new byte[] {1})), length);
    }

    private static byte[] mac(byte[] key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }

    private static byte[] joined(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteBuffer whole = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            whole.put(part);
        }
        return whole.array();
    }
}
