// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines around NCCL that carry no head of its own: versions, libfabric, what frameworks repeat of NCCL's last error,
/// and the collector's note that it dropped equal lines.
final class LooseLines {
    private static final Pattern VERSION = Pattern.compile("^\\s*(NCCL|RCCL) version ?:? ?(\\d[\\w.+-]*)");
    private static final Pattern REPEATED = Pattern.compile("\\[repeated (\\d+)x across cluster\\]");
    private static final Pattern LIBFABRIC = Pattern.compile("libfabric:(\\d+):.*err: (-?\\d+), (?:message: )?(.+)");
    /// `HorovodInternalError: ncclAllReduce failed: unhandled system error`, as frameworks tell of a call.
    private static final Pattern CALL_FAILED =
            Pattern.compile("\\bnccl[A-Z]\\w{1,40} failed: (?:unhandled|internal|" + "remote|invalid|the call)");
    private static final Pattern LOOSE_WARNING = Pattern.compile("^\\s*(?:\\S+ )?NCCL WARN (.+)");
    private static final int LINES_MAX = 64;

    private final String file;
    private final Consumer<Sighting> out;
    private final WarningLines warnings;
    private final Tally tally;
    private int fromLastError = -1;
    private boolean isRepeatedTold;
    private int told;

    LooseLines(String file, Consumer<Sighting> out, WarningLines warnings, Tally tally) {
        this.file = file;
        this.out = out;
        this.warnings = warnings;
        this.tally = tally;
    }

    /// Whether a framework has begun to repeat the last error, which stands on the next line.
    boolean isOpen() {
        return fromLastError >= 0;
    }

    void line(Line line) {
        String text = line.text();
        if (fromLastError >= 0) {
            lastError(line);
        }
        if (text.length() < 8) {
            return;
        }
        if (text.contains("CCL")) {
            nccl(line);
        } else if (CALL_FAILED.matcher(text).find()) {
            failed(line, text.toLowerCase(Locale.ROOT));
        } else if (text.contains("ibfabric:")) {
            libfabric(line);
        }
        if (text.contains("Last error")) {
            fromLastError = 0;
            lastErrorHere(line);
        } else if (text.contains("[repeated ") && !isRepeatedTold) {
            repeated(line);
        }
    }

    private void nccl(Line line) {
        Matcher version = VERSION.matcher(line.text());
        if (version.find()) {
            tally.version(
                    version.group(1),
                    version.group(2).replaceFirst("-.*", ""),
                    line.host().isEmpty() ? Subject.NONE : Subject.ofHost(line.host()),
                    new Source(file, line.number()),
                    line.raw());
            return;
        }
        Matcher warning = LOOSE_WARNING.matcher(line.text());
        if (warning.find()) {
            warnings.saysSomething(headless(line, warning.group(1)));
        } else if (line.text().contains("NCCL failure") || line.text().contains("NCCL error")) {
            frameworkError(line);
        }
    }

    /// The framework's own words name a class of error and no cause.
    private void frameworkError(Line line) {
        String text = line.text().toLowerCase(Locale.ROOT);
        if (text.contains("error") || text.contains("failure")) {
            failed(line, text);
        }
    }

    private void failed(Line line, String text) {
        if (told < LINES_MAX) {
            told++;
            boolean isRemote = text.contains("remote process exited") || text.contains("ncclremoteerror");
            out.accept(Clue.echo(
                            isRemote ? Signal.NET_COMPLETION_ERROR : Signal.INIT_FAILURE,
                            Severity.P0,
                            line.host().isEmpty() ? Subject.NONE : Subject.ofHost(line.host()),
                            new Source(file, line.number()),
                            line.raw())
                    .with("class", "framework")
                    .of("framework"));
        }
    }

    private void lastErrorHere(Line line) {
        String text = line.text();
        int colon = text.indexOf(':', text.indexOf("Last error"));
        String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
        if (!rest.isEmpty()) {
            warnings.saysSomething(headless(line, rest));
            fromLastError = -1;
        }
    }

    /// NCCL's last warning is on the line after `Last error:`.
    private void lastError(Line line) {
        fromLastError++;
        if (!line.text().isBlank()) {
            warnings.saysSomething(headless(line, line.text()));
            fromLastError = -1;
        } else if (fromLastError > 2) {
            fromLastError = -1;
        }
    }

    private static NcclLine headless(Line line, String message) {
        return new NcclLine(line, true, line.host(), -1, -1, "", message, 0);
    }

    private void libfabric(Line line) {
        Matcher matcher = LIBFABRIC.matcher(line.text());
        if (matcher.find() && told < LINES_MAX) {
            told++;
            out.accept(Clue.root(
                            Signal.NET_COMPLETION_ERROR,
                            Severity.P0,
                            Subject.NONE.withPid(Long.parseLong(clipped(matcher.group(1)))),
                            new Source(file, line.number()),
                            line.raw())
                    .with("detail", matcher.group(3))
                    .of("ofi"));
        }
    }

    private static String clipped(String digits) {
        return digits.length() > 12 ? "0" : digits;
    }

    private void repeated(Line line) {
        Matcher matcher = REPEATED.matcher(line.text());
        if (matcher.find()) {
            isRepeatedTold = true;
            out.accept(Clue.context(
                            Signal.TELEMETRY_GAP,
                            Severity.INFO,
                            Subject.NONE,
                            new Source(file, line.number()),
                            line.raw())
                    .with(
                            "detail",
                            "the collector drops equal lines of other workers: how many lines a rank has proves"
                                    + " nothing")
                    .of("dedup|" + file));
        }
    }
}
