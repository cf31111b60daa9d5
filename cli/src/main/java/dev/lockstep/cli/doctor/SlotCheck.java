// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Who gets NCCL's one place for a profiler plugin. NCCL takes the plugin that NCCL_PROFILER_PLUGIN names, as a file or
/// as
/// `libnccl-profiler-NAME.so`; without it `libnccl-profiler.so`, else the profiler in the network plugin.
final class SlotCheck {
    private static final String CHECK = "profiler slot";
    private static final String PLUGIN = "NCCL_PROFILER_PLUGIN";
    private static final String NET_PLUGIN = "NCCL_NET_PLUGIN";
    private static final String CHAIN = "LOCKSTEP_CHAIN";
    private static final String SET_OURS = "set " + PLUGIN + "=/path/to/libnccl-profiler-lockstep.so for the job";

    private final Surroundings machine;
    private final LibraryPath libraries;

    SlotCheck(Surroundings machine) {
        this.machine = machine;
        this.libraries = new LibraryPath(machine);
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(machine.variable(PLUGIN).map(this::named).orElseGet(this::unnamed));
        if (machine.variable("LOCKSTEP_DISABLE").filter("1"::equals).isPresent()) {
            findings.add(Finding.fail(CHECK, "LOCKSTEP_DISABLE=1 keeps the plugin off", "unset it for the job"));
        }
        machine.variable(CHAIN).map(this::chained).ifPresent(findings::add);
        return findings;
    }

    private Finding named(String value) {
        if (value.equals("none")) {
            return Finding.fail(CHECK, PLUGIN + "=none: no profiler is loaded", SET_OURS);
        }
        Optional<Path> file = fileOf(value);
        if (file.isEmpty()) {
            return Finding.fail(
                    CHECK,
                    PLUGIN + "=" + value + " is no file and not on the library path",
                    "correct it: name the plugin by its whole path");
        }
        return holder(file.get(), PLUGIN + "=" + value);
    }

    private Optional<Path> fileOf(String value) {
        if (value.contains("/")) {
            return Optional.of(machine.at(value)).filter(Files::isRegularFile);
        }
        return Stream.of(value, "libnccl-profiler-" + value + ".so")
                .flatMap(name -> libraries.find(name).stream())
                .findFirst();
    }

    private Finding unnamed() {
        Optional<Path> byName = libraries.find("libnccl-profiler.so");
        if (byName.isPresent()) {
            return holder(byName.get(), "libnccl-profiler.so on the library path");
        }
        String net = machine.variable(NET_PLUGIN)
                .filter(value -> !value.contains("/"))
                .map(value -> "libnccl-net-" + value + ".so")
                .orElse("libnccl-net.so");
        Optional<Path> network = machine.variable(NET_PLUGIN)
                .filter(value -> value.contains("/"))
                .map(machine::at)
                .filter(Files::isRegularFile)
                .or(() -> libraries.find(net));
        if (network.isPresent() && PluginFile.of(network.get()) == PluginFile.OTHER_PROFILER) {
            return Finding.warn(
                    CHECK,
                    "the network plugin " + machine.name(network.get()) + " brings a profiler of its own",
                    SET_OURS);
        }
        return Finding.warn(CHECK, "free: neither " + PLUGIN + " nor libnccl-profiler.so is there", SET_OURS);
    }

    private Finding holder(Path file, String how) {
        return switch (PluginFile.of(file)) {
            case OURS -> Finding.ok(CHECK, "Lockstep, " + how);
            case OTHER_PROFILER -> Finding.fail(CHECK, "held by " + machine.name(file) + ", " + how, SET_OURS);
            case NO_PROFILER -> Finding.fail(CHECK, machine.name(file) + " is no profiler plugin, " + how, SET_OURS);
        };
    }

    private Finding chained(String value) {
        Optional<Path> file = fileOf(value);
        if (file.isEmpty()) {
            return Finding.fail(CHECK, CHAIN + "=" + value + " is no file", "correct it or unset it");
        }
        return switch (PluginFile.of(file.get())) {
            case OURS -> Finding.fail(CHECK, CHAIN + "=" + value + " is Lockstep itself", "name the other plugin");
            case OTHER_PROFILER -> Finding.ok(CHECK, "behind Lockstep: " + machine.name(file.get()) + ", " + CHAIN);
            case NO_PROFILER ->
                Finding.fail(CHECK, CHAIN + "=" + value + " is no profiler plugin", "correct it or unset it");
        };
    }
}
