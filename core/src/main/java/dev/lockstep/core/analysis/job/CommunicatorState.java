// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.match.FunctionWindow;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.role.Role;
import dev.lockstep.core.role.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One communicator of a job, seen from all of its ranks that were heard of.
public final class CommunicatorState {
    private final CommunicatorKey key;
    private final String name;
    private final OptionalInt nodes;
    private final long firstHeardNanos;
    private @Nullable MemberState[] members;
    private int ranks;
    private int heard;
    private final Map<NcclFunction, FunctionWindow> windows = new EnumMap<>(NcclFunction.class);
    private Traffic traffic = Traffic.NONE;
    private Optional<Role> role = Optional.empty();

    CommunicatorState(CommunicatorKey key, String name, int ranks, OptionalInt nodes, long nowNanos) {
        this.key = key;
        this.name = name;
        this.nodes = nodes;
        this.ranks = ranks;
        this.firstHeardNanos = nowNanos;
        this.members = new MemberState[Math.max(1, ranks)];
    }

    /// The member of that rank, made if it is new; absent if a living process other than `process` has its place. One
    /// of which nothing was heard for `placeNanos` has lost it: its end was not told, as where its node restarted.
    Optional<MemberState> join(int commRank, ProcessState process, long placeNanos, long nowNanos) {
        if (commRank >= members.length) {
            members = Arrays.copyOf(members, Math.max(commRank + 1, 2 * members.length));
        }
        ranks = Math.max(ranks, commRank + 1);
        MemberState member = members[commRank];
        if (member == null) {
            member = new MemberState(this, commRank, process, nowNanos);
            members[commRank] = member;
            heard++;
        }
        ProcessState holder = member.process();
        boolean isTaken = holder != process
                && holder.life() == ProcessLife.RUNNING
                && nowNanos - holder.heardNanos() < placeNanos;
        return isTaken ? Optional.empty() : Optional.of(member);
    }

    /// Takes in the operations of one of its ranks whose ends align. An AlltoAll comes as a group of Send and
    /// Recv: its Sends stand for it.
    void match(int commRank, OperationColumns columns, Matching matching, long nowNanos) {
        if (ranks < 2 || commRank >= ranks) {
            return;
        }
        if (Matching.alignsEnds(columns.function())) {
            window(columns.function(), matching).accept(commRank, columns, nowNanos);
        } else if (columns.function() == NcclFunction.SEND && traffic.hasAllToAll()) {
            window(NcclFunction.ALL_TO_ALL, matching).acceptGroups(commRank, columns, nowNanos);
        }
    }

    private FunctionWindow window(NcclFunction function, Matching matching) {
        FunctionWindow window = windows.get(function);
        if (window == null) {
            window = matching.window(this, function);
            windows.put(function, window);
        }
        return window;
    }

    /// It belongs to another job from now on. What waits for ranks would close into the detectors of the job it came
    /// from: the next records open windows of the new job.
    void moves() {
        windows.clear();
    }

    void expire(long nowNanos) {
        windows.values().forEach(window -> window.expire(nowNanos));
    }

    void carries(List<SeriesDelta> series) {
        for (SeriesDelta each : series) {
            traffic = traffic.with(each.key());
        }
    }

    void isFor(Optional<Role> told) {
        role = told;
    }

    /// Which one.
    public CommunicatorKey key() {
        return key;
    }

    /// The framework's name for it, empty if none.
    public String name() {
        return name;
    }

    /// How many ranks it has, heard of or not.
    public int ranks() {
        return ranks;
    }

    /// How many nodes it has by NCCL's count.
    public OptionalInt nodes() {
        return nodes;
    }

    /// Of how many of its ranks anything was heard.
    public int heard() {
        return heard;
    }

    /// What it is for, where that can be told.
    public Optional<Role> role() {
        return role;
    }

    /// What kinds of operations it has carried.
    public Traffic traffic() {
        return traffic;
    }

    /// When it was first heard of, by the caller's clock.
    public long firstHeardNanos() {
        return firstHeardNanos;
    }

    /// The member of that rank, if it was heard of.
    public Optional<MemberState> member(int commRank) {
        return commRank >= 0 && commRank < members.length ? Optional.ofNullable(members[commRank]) : Optional.empty();
    }

    /// All members that were heard of, by rank.
    public List<MemberState> members() {
        List<MemberState> known = new ArrayList<>(heard);
        eachMember().forEach(known::add);
        return known;
    }

    /// The same where they are only gone through once; nothing may join meanwhile.
    public Iterable<MemberState> eachMember() {
        return () -> new Iterator<>() {
            private int next = following(0);

            @Override
            public boolean hasNext() {
                return next < members.length;
            }

            @Override
            public MemberState next() {
                MemberState member = hasNext() ? members[next] : null;
                if (member == null) {
                    throw new NoSuchElementException();
                }
                next = following(next + 1);
                return member;
            }
        };
    }

    /// The first rank from that one on of which anything was heard.
    private int following(int from) {
        int rank = from;
        while (rank < members.length && members[rank] == null) {
            rank++;
        }
        return rank;
    }
}
