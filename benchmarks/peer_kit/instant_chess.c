/* A chess engine that answers at once with the next move of one game of 60 plies, whatever it is shown: what is left to
 * measure is who referees. Every move is legal, no piece can be taken without a pawn's help and nobody gives check, no
 * position comes twice: all pawns go forward as far as they can, then a rook of each side walks along behind them.
 * At its end it adds a line to the file that it was given, with the microseconds of processor time that it has used.
 * Build: cc -O2 -o instant_chess instant_chess.c */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* The squares of White's moves, from and to; Black's are the same from the other side of the board. */
static const char *const MOVES[30] = {
    "a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a3a4", "b3b4", "c3c4", "d3d4", "e3e4", "f3f4", "g3g4",
    "h3h4", "a1a2", "a2a3", "a3b3", "b3c3", "c3d3", "d3e3", "e3f3", "f3g3", "g3h3", "h3h2", "h2g2", "g2f2", "f2e2", "e2d2",
};

static unsigned plies(const char *position) {
    const char *at = strstr(position, " moves ");
    unsigned count = 0;
    for (at = at ? at + 6 : ""; *at; at++) count += *at == ' ' && at[1] > ' ';
    return count;
}

int main(int count, char **words) {
    static char line[1 << 16];
    unsigned ply = 0;
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4)) {
        if (!strncmp(line, "uci", 3) && line[3] != 'n') puts("id name instant\nuciok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "position", 8)) ply = plies(line);
        if (!strncmp(line, "go", 2)) {
            char move[5];
            strcpy(move, MOVES[ply / 2 % 30]);
            if (ply % 2) move[1] = (char)('1' + '8' - move[1]), move[3] = (char)('1' + '8' - move[3]);
            printf("info depth 1 score cp 0\nbestmove %s\n", move);
        }
        fflush(stdout);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    FILE *file = count > 1 ? fopen(words[1], "a") : NULL;
    if (!file) return count > 1;
    long seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec;
    fprintf(file, "%ld\n", seconds * 1000000L + used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    return fclose(file) != 0;
}
