// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.List;

/// A fault of GPU memory that CUDA tells a program, and the driver's message about one GPU, are one thing: the driver
/// knows the GPU, the program that it was stopped by it.
public final class SameGpu implements Refinement {
    /// The only state is in the arguments.
    public SameGpu() {}

    @Override
    public List<Conclusion> refine(List<Conclusion> conclusions, Sightings sightings) {
        List<Conclusion> byProgram = conclusions.stream()
                .filter(each -> isXid(each) && !isNamed(each))
                .toList();
        List<Conclusion> byDriver = conclusions.stream()
                .filter(each -> isXid(each) && isNamed(each))
                .toList();
        if (byProgram.isEmpty() || byDriver.size() != 1) {
            return conclusions;
        }
        Conclusion driver = byDriver.getFirst();
        Conclusion one = byProgram.stream().reduce(driver, ClueRule::together);
        List<Conclusion> all = new ArrayList<>(conclusions);
        all.removeAll(byProgram);
        all.set(
                all.indexOf(driver),
                one.blaming(driver.culprits())
                        .witnessedBy(byProgram.stream()
                                .flatMap(each -> each.culprits().stream())
                                .toList())
                        .saying(driver.sentence())
                        .withSeverity(Severity.P0));
        return all;
    }

    private static boolean isXid(Conclusion conclusion) {
        return conclusion.signal() == Signal.GPU_XID && conclusion.severity() != Severity.P2;
    }

    private static boolean isNamed(Conclusion conclusion) {
        return conclusion.culprits().stream().anyMatch(culprit -> culprit.pci().isPresent());
    }
}
