package dev.licet.server.hook;

import dev.licet.gate.call.Submission;

/**
 * Who sent a hook's call.
 *
 * @param sender the same for the gate
 * @param untold forgets what was let through, where nobody was told so
 */
record HookSender(Submission.Sender sender, Runnable untold) implements Submission.Sender {
    @Override
    public boolean isGone() {
        return sender.isGone();
    }

    @Override
    public void takes(Submission.Handover handover) {
        sender.takes(new Submission.Handover() {
            @Override
            public void arrived() {
                handover.arrived();
            }

            @Override
            public void arrivedUnused() {
                handover.arrivedUnused();
            }

            @Override
            public void doubtful() {
                handover.doubtful();
            }

            @Override
            public void lost() {
                untold.run();
                handover.lost();
            }
        });
    }
}
