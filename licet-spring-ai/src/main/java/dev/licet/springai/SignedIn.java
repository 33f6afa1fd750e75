package dev.licet.springai;

import java.util.Optional;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Who is signed in, where the application has Spring Security. */
final class SignedIn {
    private static final boolean SECURED = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", SignedIn.class.getClassLoader());

    private SignedIn() {}

    /** Their name; empty when nobody is signed in on this thread. */
    static Optional<String> name() {
        return SECURED ? Security.name() : Optional.empty();
    }

    /** Loaded only where there is such a thing. */
    private static final class Security {
        private Security() {}

        static Optional<String> name() {
            Authentication known = SecurityContextHolder.getContext().getAuthentication();
            return known == null || !known.isAuthenticated() || known instanceof AnonymousAuthenticationToken
                    ? Optional.empty()
                    : Optional.of(known.getName());
        }
    }
}
