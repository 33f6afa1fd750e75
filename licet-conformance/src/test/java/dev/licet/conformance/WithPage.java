package dev.licet.conformance;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the pages: a real browser for all, for each a server and a person with a browser window of their own. */
abstract class WithPage {
    @SuppressWarnings("NullAway.Init")
    static Chromium chromium;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @SuppressWarnings("NullAway.Init")
    RunningServer server;

    @SuppressWarnings("NullAway.Init")
    BrowserContext person;

    @BeforeAll
    static void launch() throws Exception {
        chromium = new Chromium();
    }

    @AfterAll
    static void quit() {
        chromium.close();
    }

    /** What is done before the server starts, such as writing rules into {@link #data}. */
    void prepare() throws Exception {}

    @BeforeEach
    void start() throws Exception {
        prepare();
        server = RunningServer.here(data);
        person = chromium.person();
    }

    @AfterEach
    void stop() throws Exception {
        person.close();
        server.close();
        chromium.assertNoComplaints();
    }

    Page signedIn() {
        return chromium.signedIn(person, server, server.token());
    }
}
