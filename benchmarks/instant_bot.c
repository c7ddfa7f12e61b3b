/* A bot that answers every request at once with its first legal move: what is left to measure is the referee.
 * It finds the id with a plain search: only the referee writes its input. Build: cc -O2 -o instant_bot instant_bot.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char line[1 << 20];
    size_t length = 0;
    for (;;) {
        ssize_t got = read(0, line + length, sizeof line - 1 - length);
        if (got <= 0) return 0;
        length += (size_t)got;
        if (line[length - 1] != '\n') continue; /* one request at a time: its newline is the last byte */
        line[length] = 0;
        char out[128];
        int size = 0;
        const char *begin = line;
        while (*begin) { /* an end and the next start may have come together */
            const char *id = strstr(begin, "\"id\":");
            const char *end = strchr(begin, '\n');
            if (!strncmp(begin, "{\"type\":\"quit\"", 14)) return 0;
            if (!strncmp(begin, "{\"type\":\"turn\"", 14))
                size = snprintf(out, sizeof out, "{\"id\":%ld,\"choice\":0}\n", atol(id + 5));
            else if (strncmp(begin, "{\"type\":\"end\"", 13))
                size = snprintf(out, sizeof out, "{\"type\":\"ready\",\"id\":%ld,\"protocol\":1}\n", atol(id + 5));
            begin = end + 1;
        }
        length = 0;
        if (size && write(1, out, (size_t)size) < 0) return 0;
    }
}
