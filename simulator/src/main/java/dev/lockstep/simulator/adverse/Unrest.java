// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

/// What healthy jobs do that looks like trouble.
///
/// @param noise relative standard deviation of each computation, by its logarithm
/// @param spread how much the ranks differ for ever, as a standard deviation
/// @param lengths how much steps differ for all, as batches of longer sequences
/// @param ownLengths how much the batches of one step differ from rank to rank
/// @param pauseSeconds of each host now and then, as a garbage collection
/// @param pauseEvery about so many steps apart; 0 for never
/// @param cap by how much the clocks of all GPUs go down and up again
/// @param warmUpSteps slow ones at first
/// @param evaluateEvery steps from evaluation to evaluation; 0 for never
/// @param saveEvery steps from checkpoint to checkpoint; 0 for never
/// @param saveSeconds how long one takes
/// @param isSavedByOne whether the first rank saves alone while the others wait
/// @param growsAt step from which on everybody computes twice as much; 0 for never
/// @param lateAgentSeconds when the agent of the last node comes
public record Unrest(
        double noise,
        double spread,
        double lengths,
        double ownLengths,
        double pauseSeconds,
        int pauseEvery,
        double cap,
        int warmUpSteps,
        int evaluateEvery,
        int saveEvery,
        double saveSeconds,
        boolean isSavedByOne,
        int growsAt,
        double lateAgentSeconds) {
    /// A quiet job.
    public static final Unrest QUIET = new Unrest(0.01, 0.005, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0);

    /// Steps whose compute time is that much longer.
    public Unrest withLengths(double all, double own) {
        return new Unrest(
                noise,
                spread,
                all,
                own,
                pauseSeconds,
                pauseEvery,
                cap,
                warmUpSteps,
                evaluateEvery,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                growsAt,
                lateAgentSeconds);
    }

    /// Hosts that pause.
    public Unrest withPauses(double seconds, int every) {
        return new Unrest(
                noise,
                spread,
                lengths,
                ownLengths,
                seconds,
                every,
                cap,
                warmUpSteps,
                evaluateEvery,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                growsAt,
                lateAgentSeconds);
    }

    /// Clocks that go down for all.
    public Unrest withCap(double by) {
        return new Unrest(
                noise,
                spread,
                lengths,
                ownLengths,
                pauseSeconds,
                pauseEvery,
                by,
                warmUpSteps,
                evaluateEvery,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                growsAt,
                lateAgentSeconds);
    }

    /// Slow first steps, and twice the work from a step on.
    public Unrest withPhases(int warmUp, int evaluate, int grows) {
        return new Unrest(
                noise,
                spread,
                lengths,
                ownLengths,
                pauseSeconds,
                pauseEvery,
                cap,
                warmUp,
                evaluate,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                grows,
                lateAgentSeconds);
    }

    /// Checkpoints.
    public Unrest withSaves(int every, double seconds, boolean byOne) {
        return new Unrest(
                noise,
                spread,
                lengths,
                ownLengths,
                pauseSeconds,
                pauseEvery,
                cap,
                warmUpSteps,
                evaluateEvery,
                every,
                seconds,
                byOne,
                growsAt,
                lateAgentSeconds);
    }

    /// An agent that comes late.
    public Unrest withLateAgent(double seconds) {
        return new Unrest(
                noise,
                spread,
                lengths,
                ownLengths,
                pauseSeconds,
                pauseEvery,
                cap,
                warmUpSteps,
                evaluateEvery,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                growsAt,
                seconds);
    }

    /// Another noise.
    public Unrest withNoise(double other, double between) {
        return new Unrest(
                other,
                between,
                lengths,
                ownLengths,
                pauseSeconds,
                pauseEvery,
                cap,
                warmUpSteps,
                evaluateEvery,
                saveEvery,
                saveSeconds,
                isSavedByOne,
                growsAt,
                lateAgentSeconds);
    }
}
