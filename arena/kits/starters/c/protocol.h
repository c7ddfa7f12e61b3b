// The talk with the referee. There is no need to open protocol.c.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <cjson/cJSON.h>
#include <stdint.h>

// Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
struct rng {
    uint32_t state;
};

// A number from 0 to `limit` - 1.
int rng_below(struct rng *rng, int limit);

// What is known as a game begins.
struct start {
    const char *game;
    const char *game_id;
    int seat; // the bot's own, from 0
    int seats;
    const cJSON *options;
    const cJSON *time; // the limits: start_ms, move_ms, bank_ms, increment_ms; null is none
    struct rng rng;
};

// A decision to be made. What it points to is gone after the answer.
struct turn {
    const cJSON *legal; // all legal moves, an array of at least one
    const cJSON *view;
    const cJSON *memory;
    const cJSON *events;  // what happened since the last turn, oldest first
    const cJSON *last_ms; // how long the last decision took, or null
    const cJSON *left_ms; // what is left in the bank, or null
};

// What the bot is: these two functions.
struct bot {
    const char *name;
    void (*start)(const struct start *start);    // a game begins; `start` is gone after it
    int (*choose)(const struct turn *turn);      // the index of a move in `turn->legal`
};

// Play games until the referee has no more. What `main` returns.
int play(const struct bot *bot);

#endif
