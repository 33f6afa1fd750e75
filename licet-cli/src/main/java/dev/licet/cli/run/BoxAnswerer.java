package dev.licet.cli.run;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.client.LicetClient;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.tty.Tty;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Asks the person in this terminal, in the box; one question at a time. */
public final class BoxAnswerer implements Answerer {
    private final LicetClient client;

    /** One box at a time: there is one terminal. */
    private final ReentrantLock asking = new ReentrantLock();

    private final Paint paint;

    private BoxAnswerer(LicetClient client, Paint paint) {
        this.client = client;
        this.paint = paint;
    }

    /** The person in this terminal; empty where there is none. */
    public static Optional<Answerer> here(LicetClient client, Paint paint) {
        return isTerminal() ? Optional.of(new BoxAnswerer(client, paint)) : Optional.empty();
    }

    /** Whether this program runs in a terminal that can be controlled. */
    public static boolean isTerminal() {
        Optional<Tty> terminal = Tty.open(Tty.Output.STANDARD);
        terminal.ifPresent(Tty::close);
        return terminal.isPresent();
    }

    @Override
    public Reply answer(Ask ask) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            Optional<Tty> terminal = Tty.open(Tty.Output.STANDARD);
            if (terminal.isPresent()) {
                try (Tty tty = terminal.get()) {
                    LicetClient.Reply approval =
                            client.get("/v1/approvals/" + ask.id().text());
                    if (SelectorBox.fits(tty) && approval.status() == 200) {
                        new TerminalAsker(tty, paint, client).ask(new ShownApproval(approval.document()));
                    }
                }
            }
            // The box has told the server; where it could not ask, others may.
            return Reply.left();
        } finally {
            asking.unlock();
        }
    }
}
