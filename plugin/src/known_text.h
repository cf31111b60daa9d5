/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A short text that another is compared with on the hot path, eight bytes at a time. The other one
 * is read up to seven bytes beyond its end, which is why a text near the end of its page, and every
 * text under a sanitizer, is compared byte by byte. Pure.
 */
#ifndef LOCKSTEP_KNOWN_TEXT_H
#define LOCKSTEP_KNOWN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    KNOWN_TEXT_BYTES = 56,
    SMALLEST_PAGE_BYTES = 4096
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COMPARES_WORDS 0
#else
#define COMPARES_WORDS 1
#endif

typedef struct {
    uint64_t length;
    union {
        char bytes[KNOWN_TEXT_BYTES]; /* ended and padded by NULs */
        uint64_t words[KNOWN_TEXT_BYTES / 8];
    };
} known_text_t;

static inline void known_text_set(known_text_t *known, const char *text, size_t length) {
    memset(known->bytes, 0, sizeof known->bytes);
    memcpy(known->bytes, text, length);
    known->length = length;
}

static inline bool known_text_is_bytewise(const known_text_t *known, const char *text) {
    size_t at = 0;
    while (text[at] == known->bytes[at] && text[at] != '\0') {
        at++;
    }
    return text[at] == known->bytes[at];
}

static inline bool known_text_is(const known_text_t *known, const char *text) {
    bool stays_in_page =
        ((uintptr_t)text & (SMALLEST_PAGE_BYTES - 1)) + KNOWN_TEXT_BYTES + 8 <= SMALLEST_PAGE_BYTES;
    if (!COMPARES_WORDS || !stays_in_page) {
        return known_text_is_bytewise(known, text);
    }
    size_t rest = known->length + 1; /* with its NUL */
    size_t at = 0;
    uint64_t word;
    for (; rest > sizeof word; rest -= sizeof word, at++) {
        memcpy(&word, text + at * sizeof word, sizeof word);
        if (word != known->words[at]) {
            return false; /* and nothing is read after the first difference: the text may end here
                           */
        }
    }
    memcpy(&word, text + at * sizeof word, sizeof word);
    return (word ^ known->words[at]) << (64 - 8 * rest) == 0;
}

#endif
