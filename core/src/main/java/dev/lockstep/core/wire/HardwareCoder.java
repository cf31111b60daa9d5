// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Facts about the node's hardware and jobs, in both directions.
final class HardwareCoder {
    private static final int FACT_BYTES = 5;

    /// A kind's number is its place here, which never changes.
    private static final List<Kind> KINDS = List.of(
            Kind.THROTTLED,
            Kind.FAULT,
            Kind.ECC_UNCORRECTED,
            Kind.ROW_REMAP,
            Kind.LINK_DOWNS,
            Kind.LINK_ERRORS,
            Kind.LINK_IS_DOWN,
            Kind.PCIE_NARROW,
            Kind.FIRMWARE,
            Kind.DRIVER,
            Kind.LINK_MENDED,
            Kind.JOB_ERROR);

    private HardwareCoder() {}

    static void write(WireWriter out, StringsWriter strings, List<HardwareFact> facts) {
        if (facts.isEmpty()) {
            return;
        }
        FeedEncoder.checkLimit(facts.size(), WireLimits.HARDWARE_MAX, "facts about hardware");
        int begun = out.begin(WireLayout.HARDWARE);
        out.varint(facts.size());
        for (HardwareFact fact : facts) {
            out.varint(strings.numberOf(fact.device()));
            out.optional(fact.gpu());
            out.uint8(KINDS.indexOf(fact.kind()));
            out.count(fact.value(), "value of a fact");
            out.varint(strings.numberOf(fact.text()));
        }
        out.end(begun);
    }

    /// A kind that this version does not know is left out.
    static List<HardwareFact> read(WireReader in, StringsReader strings) throws WireException {
        int count = in.entries(WireLimits.HARDWARE_MAX, FACT_BYTES, "facts about hardware");
        List<HardwareFact> facts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String device = strings.required(in, "device");
            OptionalInt gpu = in.optionalInt("GPU");
            int kind = in.uint8();
            long value = in.count("value of a fact");
            String text = strings.required(in, "text of a fact");
            if (kind < KINDS.size()) {
                facts.add(new HardwareFact(device, gpu, KINDS.get(kind), value, text));
            }
        }
        return facts;
    }
}
