/** A module, so that starting it does not load what the JDK's other modules bring. */
module dev.licet.hook {
    requires static org.jspecify;

    exports dev.licet.hook;
}
