// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines below `#0-0 (hash) MISMATCH`: a sentence on some ranks, then the ranks one by one where they are few.
final class CommSection {
    private static final Pattern MISSING = Pattern.compile("Missing communicator data from (\\d{1,9}) ranks?.*");
    private static final Pattern OPERATIONS =
            Pattern.compile("Communicator ranks have different (\\w+) operation counts.*");
    private static final Pattern STATUS = Pattern.compile("(\\d{1,9}) ranks have status (\\w+).*");
    private static final Pattern LAUNCHED =
            Pattern.compile("(\\d{1,9}) ranks? ha(?:ve|s) launched up to operation (\\d{1,18}).*");
    private static final Pattern NONE = Pattern.compile("(\\d{1,9}) ranks? ha(?:ve|s) not launched any operations.*");
    private static final Pattern REPORTED = Pattern.compile("(\\d{1,9}) ranks reported (.+)");
    private static final Pattern UP_TO = Pattern.compile("has launched up to operation (\\d{1,18})");

    /// Whose ranks are listed next.
    private enum Listing {
        MISSING,
        STATUS,
        COUNT,
        FAILURE
    }

    private final CommBuilder comm;
    private Listing listing = Listing.MISSING;
    private String function = "collective";
    private boolean isInit;

    CommSection(CommBuilder comm) {
        this.comm = comm;
    }

    void line(String plain) {
        if (plain.startsWith("Rank ")) {
            Names.rank(plain).ifPresent(this::rank);
        } else if (plain.startsWith("The missing rank")) {
            listing = Listing.MISSING;
            Names.ranks(plain).forEach(process -> comm.missing(process, true, false));
        } else if (!heading(plain)) {
            group(plain);
        }
    }

    private boolean heading(String plain) {
        Matcher missing = MISSING.matcher(plain);
        Matcher operations = OPERATIONS.matcher(plain);
        if (missing.matches()) {
            comm.missingCount = Numbers.whole(missing.group(1)).orElse(0);
            listing = Listing.MISSING;
        } else if (operations.matches()) {
            function = operations.group(1);
            listing = Listing.COUNT;
        } else if (plain.startsWith("Communicator ranks have different status")) {
            listing = Listing.STATUS;
        } else if (plain.startsWith("Initialization error") || plain.startsWith("Asynchronous error")) {
            isInit = plain.startsWith("Init");
            listing = Listing.FAILURE;
        } else {
            return false;
        }
        return true;
    }

    private void group(String plain) {
        Matcher status = STATUS.matcher(plain);
        Matcher launched = LAUNCHED.matcher(plain);
        Matcher none = NONE.matcher(plain);
        Matcher reported = REPORTED.matcher(plain);
        if (status.matches()) {
            comm.statusCounts.merge(
                    status.group(2), Numbers.small(status.group(1)).orElse(0), Integer::sum);
            listing = Listing.STATUS;
        } else if (launched.matches()) {
            comm.count(
                    function,
                    Numbers.whole(launched.group(2)).orElse(0),
                    Numbers.small(launched.group(1)).orElse(0));
            listing = Listing.COUNT;
        } else if (none.matches()) {
            comm.count(function, 0, Numbers.small(none.group(1)).orElse(0));
            listing = Listing.COUNT;
        } else if (reported.matches()) {
            comm.failure(
                    isInit, reported.group(2), Numbers.small(reported.group(1)).orElse(0));
            listing = Listing.FAILURE;
        }
    }

    private void rank(Names.Named named) {
        Optional<Long> own = own(named.rest());
        if (own.isPresent()) {
            comm.count(function, own.get(), 1);
            listing = Listing.COUNT;
        } else if (named.rest().startsWith("has status ")) {
            comm.statusCounts.merge(named.rest().substring("has status ".length()), 1, Integer::sum);
            listing = Listing.STATUS;
        } else if (named.rest().startsWith("reported ")) {
            comm.failure(isInit, named.rest().substring("reported ".length()), 1);
            listing = Listing.FAILURE;
        }
        add(named.process());
    }

    /// A rank with a count of its own, in one line.
    private static Optional<Long> own(String words) {
        Matcher upTo = UP_TO.matcher(words);
        if (upTo.lookingAt()) {
            return Optional.of(Numbers.whole(upTo.group(1)).orElse(0));
        }
        return words.startsWith("has not launched any") ? Optional.of(0L) : Optional.empty();
    }

    private void add(RasProcess process) {
        switch (listing) {
            case MISSING -> comm.missing(process, true, false);
            case STATUS -> comm.outlier(process);
            case COUNT -> comm.ofLastCount(process);
            case FAILURE -> comm.ofLastFailure(process);
        }
    }
}
