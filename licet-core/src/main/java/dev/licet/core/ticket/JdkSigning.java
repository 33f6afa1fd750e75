package dev.licet.core.ticket;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/** Without any library. */
final class JdkSigning implements Signing {
    private static final String NAME = "Ed25519";

    @Override
    public byte[] sign(byte[] bytes, PrivateKey privateKey, PublicKey publicKey) {
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initSign(privateKey);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a private key for Ed25519", e);
        }
    }

    @Override
    public boolean isSigned(byte[] bytes, byte[] signature, PublicKey key) {
        try {
            Signature check = Signature.getInstance(NAME);
            check.initVerify(key);
            check.update(bytes);
            return check.verify(signature);
        } catch (InvalidKeyException | SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }
}
