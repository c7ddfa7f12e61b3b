// The talk with the referee: a line in, a line out. There is no need to open this file.
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rng rng_of(uint64_t seed) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, seed);
    uint32_t state = 2166136261u; // FNV-1a with 32 bits, over the digits of the seed
    for (const char *digit = digits; *digit; ++digit)
        state = (state ^ (unsigned char)*digit) * 16777619u;
    return (struct rng){state ? state : 1};
}

int rng_below(struct rng *rng, int limit) {
    rng->state ^= rng->state << 13; // Marsaglia's xorshift with 32 bits
    rng->state ^= rng->state >> 17;
    rng->state ^= rng->state << 5;
    return (int)(rng->state % (uint32_t)limit);
}

static const cJSON *field(const cJSON *object, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!value) {
        fprintf(stderr, "a message has no %s\n", name);
        exit(1);
    }
    return value;
}

static int whole(const cJSON *object, const char *name) {
    return (int)field(object, name)->valuedouble;
}

static void answer(const struct bot *bot, const cJSON *message, char **game) {
    const char *type = field(message, "type")->valuestring;
    if (strcmp(type, "hello") == 0) {
        free(*game);
        *game = strdup(field(message, "game")->valuestring);
        printf("{\"type\":\"ready\",\"id\":%d,\"protocol\":1,\"name\":\"%s\"}\n", whole(message, "id"), bot->name);
    } else if (strcmp(type, "start") == 0) {
        bot->start(&(struct start){
            .game = *game,
            .game_id = field(message, "game_id")->valuestring,
            .seat = whole(message, "seat"),
            .seats = whole(message, "seats"),
            .options = field(message, "options"),
            .time = field(message, "time"),
            .rng = rng_of((uint64_t)field(message, "seed")->valuedouble),
        });
        printf("{\"type\":\"ready\",\"id\":%d}\n", whole(message, "id"));
    } else if (strcmp(type, "turn") == 0) {
        int choice = bot->choose(&(struct turn){
            .legal = field(message, "legal"),
            .view = field(message, "view"),
            .memory = field(message, "memory"),
            .events = field(message, "events"),
            .last_ms = field(message, "last_ms"),
            .left_ms = field(message, "left_ms"),
        });
        printf("{\"id\":%d,\"choice\":%d}\n", whole(message, "id"), choice);
    }
    fflush(stdout);
}

int play(const struct bot *bot) {
    char *line = NULL, *game = NULL;
    size_t room = 0;
    int more = 1;
    while (more && getline(&line, &room, stdin) > 0) {
        cJSON *message = cJSON_Parse(line);
        if (!message) {
            fprintf(stderr, "a line is no JSON: %.160s\n", line);
            return 1;
        }
        answer(bot, message, &game);
        more = strcmp(field(message, "type")->valuestring, "quit") != 0;
        cJSON_Delete(message);
    }
    free(line);
    free(game);
    return 0;
}
