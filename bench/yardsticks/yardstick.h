/* What the yardsticks share: the clock, numbers for hashing, the choice of the next move, and the loop that answers
 * each line with a line.
 *
 *     think<TAB>MILLISECONDS<TAB>POSITION   a move
 *     moves<TAB><TAB>POSITION               all legal moves, joined by ';' (Conquid: without the acquires)
 *     play<TAB>MOVE<TAB>POSITION            the position after a legal move
 *
 * An engine defines the five functions that are declared here. Time is that of the processor.
 */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST_LINE 8192
#define INFINITE 1000000000

static void read_position(const char *text);
static void write_position(void);
static void write_moves(void);
static void play_text(const char *move);
static void think(void);

static double deadline;
static long nodes;
static int stopped;

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Counts a node; looks at the clock every 64 of them. */
static int out_of_time(void) {
    if ((++nodes & 63) == 0 && processor_seconds() > deadline) stopped = 1;
    return stopped;
}

/* Always the same row of numbers, by xorshift. */
static inline uint64_t next_random(void) {
    static uint64_t state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Moves the one of the remaining moves that has the highest key to the place `at`. */
static inline int pick(int *moves, int *keys, int at, int number) {
    int best = at;
    for (int other = at + 1; other < number; other++)
        if (keys[other] > keys[best]) best = other;
    int move = moves[best], swap = keys[best];
    moves[best] = moves[at], keys[best] = keys[at];
    moves[at] = move, keys[at] = swap;
    return move;
}

/* The value of a field such as `turn=` of a position line; NULL where it is missing. */
static const char *field(const char *text, const char *name) {
    const char *found = strstr(text, name);
    return found ? found + strlen(name) : NULL;
}

int main(void) {
    static char line[LONGEST_LINE];
    while (fgets(line, sizeof line, stdin)) {
        char *argument = strchr(line, '\t');
        char *position = argument ? strchr(argument + 1, '\t') : NULL;
        if (!position) return 1;
        *argument++ = *position++ = '\0';
        position[strcspn(position, "\n")] = '\0';
        read_position(position);
        if (strcmp(line, "think") == 0) {
            deadline = processor_seconds() + atof(argument) / 1000;
            nodes = stopped = 0;
            think();
        } else if (strcmp(line, "moves") == 0) {
            write_moves();
        } else {
            play_text(argument);
            write_position();
        }
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}
#endif
