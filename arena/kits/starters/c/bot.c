// My bot. What it sees and may do is in {{page}}; cJSON.h says how to read it.
#include "protocol.h"

#include <stdio.h>

// What the bot knows of the game that it plays.
static struct {
    int seat;
    struct rng rng;
} self;

// A game begins: all of the one before is forgotten.
static void start(const struct start *start) {
    self.seat = start->seat;
    self.rng = start->rng;
}

// The index of a move in `turn->legal`.
static int choose(const struct turn *turn) {
    // Think here: look at turn->view and at each of turn->legal, and return the index of the best.
    //
    //     int at = 0;
    //     const cJSON *move;
    //     cJSON_ArrayForEach(move, turn->legal) {
    //         const char *what = cJSON_GetObjectItem(move, "do")->valuestring;
    //         fprintf(stderr, "%d is %s\n", at++, what);
    //     }
    return rng_below(&self.rng, cJSON_GetArraySize(turn->legal));
}

int main(void) {
    return play(&(struct bot){"my bot", start, choose});
}
