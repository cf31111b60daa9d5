// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import java.util.Locale;
import java.util.Set;

/// What counters of ports mean, by name. Names of drivers, of `perfquery` and of `ethtool` differ in case and bars
/// only.
enum Counter {
    /// Packets were lost, refused or sent again.
    LOSS,
    /// The link itself is bad.
    LINK,
    /// The link went down.
    DOWN,
    /// Traffic, congestion, settings: no fault by itself.
    OTHER;

    private static final Set<String> LOSSES = Set.of(
            "localacktimeouterr",
            "rnrnakretryerr",
            "packetseqerr",
            "outofsequence",
            "implnakseqerr",
            "impliednakseqerr",
            "outofbuffer",
            "rxicrcencapsulated",
            "reqremoteaccesserrors",
            "reqtransportretriesexceeded",
            "rnrretryexceeded",
            "retranstimeoutevents",
            "retranspkts",
            "unresponsiveremoteevents",
            "impairedremoteconnevents",
            "rxdrops",
            "rxdiscardsphy",
            "txdiscardsphy",
            "rxoutofbuffer",
            "portxmitdiscards",
            "seqerrretransnakerr",
            "tomanyretries",
            "maxretryexceeded");

    private static final Set<String> LINKS = Set.of(
            "symbolerror",
            "symbolerrorcounter",
            "symbolerrors",
            "linkerrorrecovery",
            "linkerrorrecoverycounter",
            "linkrecovers",
            "portrcverrors",
            "rcverrors",
            "portrcvremotephysicalerrors",
            "rcvremotephyserrors",
            "locallinkintegrityerrors",
            "linkintegrityerrors",
            "excessivebufferoverrunerrors",
            "excbufoverrunerrors",
            "rxcrcerrorsphy",
            "rxsymbolerrphy",
            "rxpcssymbolerrphy",
            "portmalformedpkterrors");

    private static final Set<String> DOWNS = Set.of("linkdowned", "linkdownedcounter", "linkdowneventsphy");

    static Counter of(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        if (LOSSES.contains(plain)) {
            return LOSS;
        }
        if (LINKS.contains(plain)) {
            return LINK;
        }
        return DOWNS.contains(plain) ? DOWN : OTHER;
    }
}
