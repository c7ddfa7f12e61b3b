/* The limit that nothing on this machine can beat: two C programs exchange lines of a request's and an answer's size
 * over a pair of pipes, blocking. Usage: echo REQUEST_BYTES ANSWER_BYTES ROUND_TRIPS; prints round trips a second. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void pass(int from, int to, char *buffer, size_t in, size_t out) {
    while (in) {
        ssize_t got = read(from, buffer, in);
        if (got <= 0) exit(0);
        in -= (size_t)got;
    }
    if (write(to, buffer, out) != (ssize_t)out) exit(1);
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    size_t request = strtoul(argv[1], 0, 10), answer = strtoul(argv[2], 0, 10);
    long trips = atol(argv[3]);
    char *buffer = malloc(request + answer);
    int down[2], up[2];
    if (!buffer || pipe(down) || pipe(up)) return 1;
    if (fork() == 0) {
        close(down[1]);
        close(up[0]);
        for (;;) pass(down[0], up[1], buffer, request, answer);
    }
    close(down[0]);
    close(up[1]);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (write(down[1], buffer, request) != (ssize_t)request) return 1;
    for (long i = 1; i < trips; i++) pass(up[0], down[1], buffer, answer, request);
    if (read(up[0], buffer, answer) <= 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%.0f\n", (double)trips / seconds);
    return 0;
}
