package dev.licet.cli.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Path file = Path.of("");
    private Profiles profiles = new Profiles(new DataDirectory(Path.of("")), "");

    @BeforeEach
    void directory() {
        DataDirectory directory = DataDirectory.at(folder.resolve("data"));
        file = directory.path().resolve("licet.yaml");
        profiles = new Profiles(directory, folder.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            careful  | ''                                   | preset: careful\\n
            careful  | shell: bash\\n                        | preset: careful\\nshell: bash\\n
            careful  | shell: bash\\npreset: licet # ours\\n | shell: bash\\npreset: careful  # ours\\n
            observe  | preset: careful\\n                   | hooks: observe\\npreset: careful\\n
            balanced | hooks: observe # for now\\n          | preset: balanced\\nhooks: hold  # for now\\n
            trusting | preset: careful\\nhooks: observe\\n  | preset: trusting\\nhooks: hold\\n
            observe  | hooks: hold # ours\\npreset: licet   | hooks: observe  # ours\\npreset: licet
            """)
    void theChoice_isInTheFile_andTheRestStaysAsItIs(String name, String before, String after) throws IOException {
        Files.writeString(file, before.replace("\\n", "\n"));
        profiles.choose(name);
        assertEquals(after.replace("\\n", "\n"), Files.readString(file));
        assertEquals(name, profiles.current());
    }

    @Test
    void aBrokenFile_staysAsItIs() throws IOException {
        String broken = "port: [\n";
        Files.writeString(file, broken);
        assertThrows(GateException.class, () -> profiles.choose("careful"));
        assertEquals(broken, Files.readString(file));
    }
}
