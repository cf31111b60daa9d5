// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Fatality;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Kind;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what NVIDIA's drivers say. A GPU may fall off the bus without an Xid, in three lines of which only the first
/// names it.
final class DriverReader {
    /// Events that are kept of one file; a GPU that is ill says so thousands of times.
    static final int EVENTS_MAX = 20_000;

    private static final int GPUS_MAX = 4096;
    private static final int BUS_LINES_MAX = 4;
    private static final String ADDRESS =
            "(?:PCI:)?([0-9a-fA-F]{4,8}:[0-9a-fA-F]{1,2}:[0-9a-fA-F]{1,2}|[0-9a-fA-F]{1,2}:[0-9a-fA-F]{1,2})(?:\\.\\d)?";
    private static final Pattern XID = Pattern.compile("\\bXid \\(" + ADDRESS + "[^)]{0,80}\\): (\\d{1,5})(.*)");
    private static final Pattern SXID = Pattern.compile("\\bSXid \\(" + ADDRESS + "[^)]{0,80}\\): (\\d{1,6})(.*)");
    private static final Pattern GPU = Pattern.compile("\\bGPU (?:at )?" + ADDRESS);
    private static final Pattern UUID = Pattern.compile("GPU at " + ADDRESS + "[.\\d]*: (GPU-[0-9a-fA-F-]{4,40})");
    private static final Pattern PID = Pattern.compile("\\bpid='?(\\d{1,18})\\b");
    private static final Pattern PROCESS = Pattern.compile("\\bname=([^,<>]{1,64})");
    private static final Pattern CAUSE = Pattern.compile("caused by previous Xid (\\d{1,5})");
    /// Whatever stands before the word makes it another one: `Nonfatal`, `Non-fatal`.
    private static final Pattern FATAL = Pattern.compile("(?i)(\\S*)fatal\\b");
    private static final Pattern LINK = Pattern.compile("\\b[Ll]ink (\\d{1,3})\\b");

    private final String file;
    private final Consumer<Sighting> out;
    private final Map<String, String> uuids = new HashMap<>();
    private String busAddress = "";
    private long busLine = -1;
    private int events;
    private final Map<String, Long> repeats = new HashMap<>();

    DriverReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        boolean isDriver = text.contains("NVRM")
                || text.contains("Xid (")
                || text.contains("nvidia")
                || text.contains("fallen off the bus");
        if (!isDriver) {
            return;
        }
        Matcher sxid = SXID.matcher(text);
        Matcher xid = XID.matcher(text);
        if (sxid.find()) {
            numbered(line, Kind.SXID, sxid);
        } else if (xid.find()) {
            numbered(line, Kind.XID, xid);
        } else {
            other(line, text);
        }
    }

    private void numbered(Line line, Kind kind, Matcher matcher) {
        String pci = normal(matcher.group(1));
        OptionalInt number = Numbers.small(matcher.group(2));
        String rest = matcher.group(3);
        boolean isOffBus = kind == Kind.XID && number.orElse(0) == 79;
        emit(line, isOffBus ? Kind.OFF_BUS : kind, pci, number, rest);
    }

    private void other(Line line, String text) {
        Matcher uuid = UUID.matcher(text);
        if (uuid.find()) {
            if (uuids.size() < GPUS_MAX) {
                uuids.put(normal(uuid.group(1)), uuid.group(2));
            }
            return;
        }
        Matcher gpu = GPU.matcher(text);
        boolean isNamed = gpu.find();
        if (text.contains("fallen off the bus")) {
            boolean isNear = line.number() - busLine <= BUS_LINES_MAX && busLine >= 0;
            String before = isNear ? busAddress : "unknown";
            String address = isNamed ? normal(gpu.group(1)) : before;
            emit(line, Kind.OFF_BUS, address, OptionalInt.empty(), text);
        } else if (isNamed
                && (text.contains("RmInitAdapter failed")
                        || text.contains("probably locked")
                        || text.contains("requires reset")
                        || text.contains("reset required"))) {
            emit(line, Kind.WEDGED, normal(gpu.group(1)), OptionalInt.empty(), text);
        } else if (isNamed) {
            busAddress = normal(gpu.group(1));
            busLine = line.number();
        } else if (text.contains("GPU is probably locked") || text.contains("RmInitAdapter failed")) {
            emit(line, Kind.WEDGED, "unknown", OptionalInt.empty(), text);
        }
    }

    private void emit(Line line, Kind kind, String pci, OptionalInt number, String rest) {
        Matcher pid = PID.matcher(rest);
        Matcher process = PROCESS.matcher(rest);
        Matcher cause = CAUSE.matcher(rest);
        Matcher link = LINK.matcher(rest);
        Stamp stamp = Stamp.of(line);
        OptionalInt causedBy = cause.find() ? Numbers.small(cause.group(1)) : OptionalInt.empty();
        String key = kind + pci + number + causedBy + stamp.host();
        long seen = repeats.merge(key, 1L, Long::sum);
        if (events >= EVENTS_MAX || seen > 64 || repeats.size() > EVENTS_MAX) {
            return;
        }
        events++;
        out.accept(new GpuEvent(
                new Source(file, line.number()),
                stamp.moment(),
                stamp.host(),
                kind,
                pci,
                number,
                pid.find() ? Numbers.whole(pid.group(1)) : OptionalLong.empty(),
                process.find() ? process.group(1).strip() : "",
                causedBy,
                link.find() ? Numbers.small(link.group(1)) : OptionalInt.empty(),
                fatality(rest),
                uuids.getOrDefault(pci, ""),
                line.text().strip()));
    }

    private static Fatality fatality(String rest) {
        if (!rest.contains("atal")) {
            return Fatality.UNSAID;
        }
        Matcher fatal = FATAL.matcher(rest);
        return fatal.find() && fatal.group(1).isEmpty() ? Fatality.FATAL : Fatality.NONFATAL;
    }

    /// `0000:b3:00`: with a domain of four digits, without a function.
    static String normal(String address) {
        String lower = address.toLowerCase(Locale.ROOT);
        String[] parts = lower.split(":", -1);
        String full = parts.length == 2 ? "0000:" + lower : lower;
        int colon = full.indexOf(':');
        String domain = full.substring(0, colon);
        return (domain.length() > 4 && domain.startsWith("0000") ? domain.substring(domain.length() - 4) : domain)
                + full.substring(colon);
    }

    void end() {
        busLine = -1;
    }
}
