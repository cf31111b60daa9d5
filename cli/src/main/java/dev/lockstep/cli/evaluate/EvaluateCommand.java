// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.adverse.AdverseCases;
import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.CaseList;
import dev.lockstep.cli.evaluate.hardware.HardwareCases;
import dev.lockstep.cli.process.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lockstep evaluate`: how often the brain is right.
@Command(
        name = "evaluate",
        description = {
            "Tells how often the brain's verdicts are right.",
            "Runs simulated jobs, faulty ones and healthy ones that look faulty, through the analysis and holds the"
                    + " incidents against what is true. Exits with 1 if one is wrong."
        })
public final class EvaluateCommand implements Callable<Integer> {
    private static final int RUNS_QUICK = 36;
    private static final int RUNS_QUICK_HARDWARE = 14;
    private static final int RANKS_MAX_QUICK = 32;
    /// Below it, some kinds have no cluster that they fit in.
    private static final int SMALLEST = 24;
    /// Above it, none has.
    private static final int LARGEST = 1_024;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of faults, and as many of decoys (default: ${DEFAULT-VALUE}).")
    private int runs = 432;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Everything drawn follows from it (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--only", paramLabel = "KIND", description = "Only this kind of fault or decoy; 'list' lists them.")
    private Optional<String> only = Optional.empty();

    @Option(names = "--ranks-max", paramLabel = "N", description = "Only clusters of so many ranks or fewer.")
    private int ranksMax = LARGEST;

    @Option(names = "--ranks-min", paramLabel = "N", description = "Only clusters of so many ranks or more.")
    private int ranksMin = 1;

    @Option(
            names = "--adverse",
            description = "Jobs of the second generator: other kinds of training and other trouble.")
    private boolean adverse;

    @Option(names = "--quick", description = "A small part in seconds: clusters of at most 32 ranks.")
    private boolean quick;

    @Option(
            names = "--hardware",
            description = "Jobs with faults of devices, whose device has to be named too, and what devices tell for"
                    + " nothing.")
    private boolean hardware;

    @Option(names = "--case", paramLabel = "NAME", description = "One run, as the report names it.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--explain", description = "Show scenario, findings and incidents as they come.")
    private boolean explain;

    @Option(names = "--json", description = "A line of JSON for each run instead of the report.")
    private boolean json;

    @Option(names = "--threads", paramLabel = "N", description = "Runs at a time (default: ${DEFAULT-VALUE}).")
    private int threads = 2;

    /// With no option read yet.
    public EvaluateCommand() {}

    @Override
    public Integer call() throws InterruptedException, ExecutionException {
        PrintWriter out = spec.commandLine().getOut();
        if (only.filter("list"::equals).isPresent()) {
            kinds().forEach(out::println);
            return ExitCode.OK;
        }
        List<Case> cases = cases();
        List<Verdict> verdicts = explain ? explained(cases, out) : judged(cases, out);
        if (!json) {
            new EvaluationText(verdicts).lines().forEach(out::println);
        }
        out.flush();
        return verdicts.stream().allMatch(Verdict::isRight) ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<Case> cases() {
        if (name.isPresent()) {
            return List.of(CaseList.named(name.get())
                    .or(() -> AdverseCases.named(name.get()))
                    .or(() -> HardwareCases.named(name.get()))
                    .orElseThrow(() -> wrong("--case: no such run: " + name.get())));
        }
        if (runs < 1 || threads < 1 || ranksMax < SMALLEST) {
            throw wrong("--runs and --threads must be at least 1, --ranks-max at least " + SMALLEST);
        }
        if (ranksMin > LARGEST || ranksMin > ranksMax || (quick && ranksMin > RANKS_MAX_QUICK)) {
            throw wrong("--ranks-min: the largest cluster has %d ranks, and --ranks-max and --quick count too"
                    .formatted(LARGEST));
        }
        List<Case> cases = drawn(quick ? Math.min(ranksMax, RANKS_MAX_QUICK) : ranksMax);
        if (cases.isEmpty()) {
            throw wrong("--only: '%s' is none of these, or fits in no such cluster: %s"
                    .formatted(only.orElse(""), String.join(", ", kinds())));
        }
        return cases;
    }

    private List<Case> drawn(int largest) {
        if (hardware) {
            return HardwareCases.of(quick ? RUNS_QUICK_HARDWARE : runs, seed, only, largest);
        }
        int wanted = quick ? RUNS_QUICK : runs;
        return adverse
                ? new AdverseCases(only, ranksMin, largest).of(wanted, seed)
                : new CaseList(only, ranksMin, largest).of(wanted, seed);
    }

    private List<String> kinds() {
        Stream<String> names;
        if (adverse) {
            names = AdverseCases.kinds().stream().map(kind -> word(kind.isFault()) + kind.name());
        } else {
            names = (hardware ? HardwareCases.kinds() : CaseList.kinds())
                    .stream().map(kind -> word(kind.isFault()) + kind.name());
        }
        return names.distinct().toList();
    }

    private static String word(boolean isFault) {
        return isFault ? "fault  " : "decoy  ";
    }

    private ParameterException wrong(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    private static List<Verdict> explained(List<Case> cases, PrintWriter out) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Case each : cases) {
            verdicts.add(new Explanation(out).of(each));
        }
        return verdicts;
    }

    /// In the order of the cases, however they are run.
    private List<Verdict> judged(List<Case> cases, PrintWriter out) throws InterruptedException, ExecutionException {
        List<Verdict> verdicts = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            List<Future<Verdict>> futures = new ArrayList<>();
            cases.forEach(each -> futures.add(workers.submit(() -> new Trial(each).run())));
            for (Future<Verdict> future : futures) {
                Verdict verdict = future.get();
                verdicts.add(verdict);
                if (json) {
                    out.println(EvaluationJson.line(verdict));
                    out.flush();
                }
            }
        }
        return verdicts;
    }
}
