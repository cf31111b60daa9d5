/* SPDX-License-Identifier: Apache-2.0 */
/* One page for one word. See fork_guard.h. */
#include "fork_guard.h"

#include <stddef.h>
#include <sys/mman.h>

#include "words.h"

enum {
    GUARD_BYTES = 4096
};

_Atomic uint32_t *fork_guard_open(void) {
    void *page =
        mmap(NULL, GUARD_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return NULL;
    }
    if (madvise(page, GUARD_BYTES, MADV_WIPEONFORK) != 0) {
        munmap(page, GUARD_BYTES);
        return NULL;
    }
    _Atomic uint32_t *word = page;
    word_set(word, 1);
    return word;
}

void fork_guard_close(_Atomic uint32_t *word) {
    munmap((void *)word, GUARD_BYTES);
}
