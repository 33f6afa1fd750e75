package dev.licet.gate.data;

import dev.licet.core.approval.ApprovalId;
import java.security.SecureRandom;
import java.util.function.Supplier;

/** Ids of 10 characters without look-alikes: 50 random bits, easy to type. */
public final class RandomIds implements Supplier<ApprovalId> {
    private static final String LETTERS = "abcdefghjkmnpqrstvwxyz0123456789";
    private static final int LENGTH = 10;

    private final SecureRandom random = new SecureRandom();

    @Override
    public ApprovalId get() {
        return new ApprovalId(text());
    }

    public String text() {
        var id = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}
