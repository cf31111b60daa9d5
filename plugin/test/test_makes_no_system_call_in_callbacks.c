/* SPDX-License-Identifier: Apache-2.0 */
/*
 * On the hot path there is no system call and no allocation: a child that has installed a
 * seccomp filter which kills it for all but write and exit (strict mode forbids the clock, too)
 * plays all kinds of callbacks (with new names, series and channels too) and its heap stays as it
 * was.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void play_all(driver_comm_t *comm, int rounds) {
    static const char *const functions[] = {"AllReduce", "AllGather", "ReduceScatter", "Broadcast",
                                            "Reduce"};
    for (int i = 0; i < rounds; i++) {
        driver_operation_t group[3] = {driver_all_reduce((size_t)1 << i % 30, 4),
                                       driver_p2p("Send", 1, 64, 0xf0),
                                       driver_p2p("Recv", comm->rank, 64, 0)};
        group[0].function = functions[i % 5];
        driver_enqueue(comm, group, 3);
        driver_place(comm, &group[0], 1000);
        driver_place(comm, &group[1], 1000);
        driver_finish(comm, &group[0]);
        driver_finish(comm, &group[1]);
        driver_call(comm, &group[0], 1);
        driver_copy_engine(comm, &group[0]);
        driver_finish(comm, &group[0]); /* late events */
        driver_operation_t never = driver_all_reduce(3, 1);
        driver_enqueue(comm, &never, 1);
    }
}

static bool forbid_system_calls(void) {
    struct sock_filter allow_write_and_exit[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = 5, .filter = allow_write_and_exit};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int play_locked_in(void *argument) {
    int version = *(int *)argument;
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    play_all(&comm, 1); /* the driver's own first-time work */
    struct mallinfo2 before = mallinfo2();
    if (!forbid_system_calls()) {
        return 77;
    }
    play_all(&comm, 10000);
    struct mallinfo2 after = mallinfo2();
    bool same = before.uordblks == after.uordblks && before.hblks == after.hblks;
    syscall(SYS_exit, same ? 0 : 2); /* exit_group is not allowed either */
    return 1;
}

int main(void) {
    if (SANITIZED) {
        skip("sanitizers make system calls of their own");
    }
    for (int version = 4; version <= 7; version++) {
        check_context("v%d", version);
        sandbox_fresh();
        int status = sandbox_child(play_locked_in, &version);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
            skip("no seccomp");
        }
        CHECK(!WIFSIGNALED(status)); /* SIGKILL: a system call */
        CHECK(sandbox_passed(status));
    }
    return check_result();
}
