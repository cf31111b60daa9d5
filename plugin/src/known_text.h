/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A short text that another is compared with on the hot path, two words of eight bytes at once. The
 * other one is read up to fifteen bytes beyond its end, which is why a text near the end of its
 * page, a longer one, and every text under a sanitizer, is compared byte by byte. Pure.
 */
#ifndef LOCKSTEP_KNOWN_TEXT_H
#define LOCKSTEP_KNOWN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "words.h"

enum {
    KNOWN_TEXT_BYTES = 56,
    KNOWN_TEXT_WORDS = 2, /* compared at once */
    SMALLEST_PAGE_BYTES = 4096
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COMPARES_WORDS 0
#else
#define COMPARES_WORDS 1
#endif

typedef struct {
    uint64_t length;
    uint64_t masks[KNOWN_TEXT_WORDS]; /* of the bytes that the text has there, its NUL included */
    union {
        char bytes[KNOWN_TEXT_BYTES]; /* ended and padded by NULs */
        uint64_t words[KNOWN_TEXT_BYTES / 8];
    };
} known_text_t;

/* The bytes of word `index` that a text of `bytes` bytes, its NUL included, has there. */
#define KNOWN_TEXT_MASK(bytes, index)                   \
    ((bytes) > 16 || (bytes) <= 8 * (index) ? 0         \
     : (bytes) >= 8 * (index) + 8           ? UINT64_MAX \
                                            : (UINT64_C(1) << 8 * (bytes) % 64) - 1)

#define KNOWN_TEXT(literal)                                                        \
    {                                                                              \
        sizeof(literal) - 1,                                                       \
            {KNOWN_TEXT_MASK(sizeof(literal), 0), KNOWN_TEXT_MASK(sizeof(literal), 1)}, \
            {.bytes = literal}                                                     \
    }

static inline void known_text_set(known_text_t *known, const char *text, size_t length) {
    memset(known->bytes, 0, sizeof known->bytes);
    memcpy(known->bytes, text, length);
    known->masks[0] = KNOWN_TEXT_MASK(length + 1, 0);
    known->masks[1] = KNOWN_TEXT_MASK(length + 1, 1);
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
    uint64_t words[KNOWN_TEXT_WORDS];
    bool stays_in_page = ((uintptr_t)text & (SMALLEST_PAGE_BYTES - 1)) + sizeof words <=
                         SMALLEST_PAGE_BYTES;
    if (!COMPARES_WORDS || UNLIKELY(!stays_in_page || known->masks[0] == 0)) {
        return known_text_is_bytewise(known, text);
    }
    memcpy(words, text, sizeof words);
    return (((words[0] ^ known->words[0]) & known->masks[0]) |
            ((words[1] ^ known->words[1]) & known->masks[1])) == 0;
}

#endif
