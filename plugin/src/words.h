/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only way this plugin touches a word that another thread or process may see: aligned atomic
 * words with explicit orders. "own" means that the calling thread is the word's only writer, so
 * adding needs no lock prefix; "shared" means that it is not.
 */
#ifndef LOCKSTEP_WORDS_H
#define LOCKSTEP_WORDS_H

#include <stdatomic.h>
#include <stdint.h>

#define word_get(word) atomic_load_explicit((word), memory_order_relaxed)
#define word_set(word, value) atomic_store_explicit((word), (value), memory_order_relaxed)
#define word_get_acquire(word) atomic_load_explicit((word), memory_order_acquire)
#define word_publish(word, value) atomic_store_explicit((word), (value), memory_order_release)
#define word_swap(word, value) atomic_exchange_explicit((word), (value), memory_order_acq_rel)

static inline void word_add_own(_Atomic uint64_t *word, uint64_t amount) {
    word_set(word, word_get(word) + amount);
}

static inline uint64_t word_add_shared(_Atomic uint64_t *word, uint64_t amount) {
    return atomic_fetch_add_explicit(word, amount, memory_order_relaxed);
}

/* For tables that usually have one writer but are everybody's when they overflow. */
static inline void word_add(_Atomic uint64_t *word, uint64_t amount, _Bool shared) {
    if (__builtin_expect(shared, 0)) {
        word_add_shared(word, amount);
    } else {
        word_add_own(word, amount);
    }
}

/* Makes a shared high-water mark at least `value`. */
static inline void word_raise(_Atomic uint64_t *word, uint64_t value) {
    uint64_t seen = word_get(word);
    while (seen < value && !atomic_compare_exchange_weak_explicit(
                               word, &seen, value, memory_order_relaxed, memory_order_relaxed)) {
    }
}

/* A stand-alone release fence: the stores before it are seen before the stores after it. */
static inline void words_release_fence(void) {
    atomic_thread_fence(memory_order_release);
}

static inline _Bool word_claim(_Atomic uint32_t *word, uint32_t expected, uint32_t desired) {
    return atomic_compare_exchange_strong_explicit(word, &expected, desired, memory_order_acq_rel,
                                                   memory_order_relaxed);
}

/* On functions that the hot path calls only at its end or almost never: kept out of line, they do
 * not make their callers save registers. */
#define OUT_OF_LINE __attribute__((noinline))

/* Without an instruction for it, which not every processor has. */
static inline uint32_t bits_counted(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* On functions that several callbacks begin with and end with. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* On the one caller in which it pays to have everything in line. */
#define FLATTENED __attribute__((flatten))

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#endif
