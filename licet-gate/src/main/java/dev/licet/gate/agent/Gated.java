package dev.licet.gate.agent;

import dev.licet.core.rule.Tier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a method that is a tool says of itself, beside the annotation of its framework. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Gated {
    /** What it does at most. */
    Tier tier() default Tier.EXEC;

    /** Whether every call is asked, even over rules that allow it. */
    boolean override() default false;

    /** Why, for the person who is asked. */
    String reason() default "";

    /** The name that rules know it by, where that is not the tool's. */
    String policyKey() default "";
}
