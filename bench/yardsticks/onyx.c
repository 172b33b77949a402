/* Onyx on king boards by a plain alpha-beta: its own rules, turns sorted by what they do nearby, the best of them tried.
 *
 * The removal of stacks is no move here: both sides take off what gains them points, one stack after the other.
 */
#include "yardstick.h"

enum { MOST_SPACES = 361, MOST_TURNS = 4096, DEEPEST = 40, HASH_SIZE = 1 << 19 };
enum { PASS, ONE, STACK, PAIR };
enum { WIN = 1000000, POINT = 100, SECOND_PLAYER = 5, SURROUNDED = 3 };
enum { WIDTH = 22, ROOT_WIDTH = 60, PAIRED = 10, STACK_FIRST = 300 };
enum { EXACT, AT_LEAST, AT_MOST };

typedef struct { int kind, colour, first, second; } Turn;
typedef struct { int side, passed, number, space[24], colour[24], pieces[24]; uint64_t key; } Undo;
typedef struct { uint64_t key; int32_t value; int16_t depth, bound; Turn turn; } Entry;

static const char LETTERS[] = "bpwyBPWY";
/* What an empty space is worth to a colour, by the foreign pieces around; more than three are taken for three. */
static const int USE[4] = {60, 52, 36, 0};
/* What a piece in danger costs, by the foreign pieces around: one of the side to move, and one of the other side. */
static const int DANGER[2][4] = {{0, 66, 165, 240}, {0, 120, 300, 390}};
static const int USABLE_PERCENT = 500; /* each per cent more of what can be used, while the board is empty */

/* Colours are 0 to 3, -1 is none. `around` counts the pieces of a colour on the neighbours of a space. */
static int size, spaces, near[MOST_SPACES][8], nears[MOST_SPACES];
static int colour[MOST_SPACES], pieces[MOST_SPACES], around[MOST_SPACES][4], total[MOST_SPACES];
static int side, passed, removing;
static uint64_t key, piece_key[8][MOST_SPACES], passed_key[4], side_key;
static Entry table[HASH_SIZE];

static void prepare(int rows) {
    size = rows, spaces = rows * rows;
    for (int space = 0; space < spaces; space++) {
        nears[space] = 0;
        for (int down = -1; down <= 1; down++)
            for (int across = -1; across <= 1; across++) {
                int row = space / size + down, column = space % size + across;
                if ((down || across) && row >= 0 && row < size && column >= 0 && column < size)
                    near[space][nears[space]++] = row * size + column;
            }
        for (int each = 0; each < 8; each++) piece_key[each][space] = next_random();
    }
    for (int each = 0; each < 4; each++) passed_key[each] = next_random();
    side_key = next_random();
}

static void put(int space, int what, int number) {
    colour[space] = what, pieces[space] = number;
    key ^= piece_key[what + 4 * (number == 2)][space];
    for (int at = 0; at < nears[space]; at++) around[near[space][at]][what] += number, total[near[space][at]] += number;
}

static void lift(int space) {
    int what = colour[space], number = pieces[space];
    key ^= piece_key[what + 4 * (number == 2)][space];
    colour[space] = -1, pieces[space] = 0;
    for (int at = 0; at < nears[space]; at++) around[near[space][at]][what] -= number, total[near[space][at]] -= number;
}

static int foreign(int space, int what) { return total[space] - around[space][what]; }
static int capped(int number) { return number < SURROUNDED ? number : SURROUNDED; }
static int is_open(int space, int what) { return colour[space] < 0 && foreign(space, what) < SURROUNDED; }

static int space_of(const char *name) { return (atoi(name + 1) - 1) * size + name[0] - 'a'; }

static void write_space(int space) { printf("%c%d", 'a' + space % size, 1 + space / size); }

static void read_position(const char *text) {
    const char *at = field(text, "b="), *flags = field(text, "passed=");
    int rows = (int)strcspn(at, "/");
    if (rows != size) prepare(rows);
    key = 0;
    memset(around, 0, sizeof around);
    memset(total, 0, sizeof total);
    for (int space = 0; space < spaces; space++) colour[space] = -1, pieces[space] = 0;
    for (int row = size - 1; row >= 0; row--, at++)
        for (int column = 0; column < size; column++, at++) {
            const char *letter = strchr(LETTERS, *at);
            int each = letter ? (int)(letter - LETTERS) : -1;
            if (letter) put(row * size + column, each & 3, 1 + (each >> 2));
        }
    passed = (flags[0] - '0') | (flags[1] - '0') << 1;
    removing = strstr(text, "ph=remove") != NULL;
    /* Who has not taken off stacks yet thinks in the removal; 01 is either of the two, of whom the first is asked. */
    side = field(text, " t=")[0] == '1';
    key ^= passed_key[passed] ^ (side ? side_key : 0);
}

static void write_position(void) {
    printf("b=");
    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            int space = row * size + column;
            putchar(colour[space] < 0 ? '.' : LETTERS[colour[space] + 4 * (pieces[space] == 2)]);
        }
        if (row) putchar('/');
    }
    if (passed == 3)
        printf(" t=01 ph=remove passed=11 removed=00");
    else
        printf(" t=%d ph=play passed=%d%d removed=00", side, passed & 1, passed >> 1);
}

static void write_turn(Turn turn) {
    char one = LETTERS[turn.kind == PAIR ? 2 * side : turn.colour];
    if (turn.kind == PASS) {
        printf("pass");
        return;
    }
    printf("%s%c@", turn.kind == STACK ? "2" : "", one);
    write_space(turn.first);
    if (turn.kind == PAIR) {
        printf(" %c@", LETTERS[2 * side + 1]);
        write_space(turn.second);
    }
}

static void change_side(void) {
    side = 1 - side;
    key ^= side_key;
}

static void make(Turn turn, Undo *undo) {
    *undo = (Undo){.side = side, .passed = passed, .number = 0, .key = key};
    if (turn.kind == PASS) {
        key ^= passed_key[passed];
        passed |= 1 << side;
        key ^= passed_key[passed];
        change_side();
        return;
    }
    put(turn.first, turn.kind == PAIR ? 2 * side : turn.colour, turn.kind == STACK ? 2 : 1);
    if (turn.kind == PAIR) put(turn.second, 2 * side + 1, 1);
    for (int which = 0; which < (turn.kind == PAIR ? 2 : 1); which++) {
        int used = which ? turn.second : turn.first;
        for (int at = 0; at < nears[used]; at++) {
            int space = near[used][at], known = 0;
            if (colour[space] < 0 || space == turn.first || (turn.kind == PAIR && space == turn.second)) continue;
            if (foreign(space, colour[space]) < SURROUNDED) continue;
            for (int other = 0; other < undo->number; other++) known |= undo->space[other] == space;
            if (known) continue;
            undo->space[undo->number] = space, undo->colour[undo->number] = colour[space];
            undo->pieces[undo->number++] = pieces[space];
        }
    }
    for (int at = 0; at < undo->number; at++) lift(undo->space[at]);
    change_side();
}

static void unmake(Turn turn, const Undo *undo) {
    for (int at = 0; at < undo->number; at++) put(undo->space[at], undo->colour[at], undo->pieces[at]);
    if (turn.kind != PASS) lift(turn.first);
    if (turn.kind == PAIR) lift(turn.second);
    side = undo->side, passed = undo->passed, key = undo->key;
}

static int list_turns(Turn *turns) {
    int number = 0, one = 2 * side, two = one + 1;
    turns[number++] = (Turn){PASS, 0, 0, 0};
    for (int what = one; what <= two; what++)
        for (int space = 0; space < spaces; space++)
            for (int kind = ONE; is_open(space, what) && kind <= STACK; kind++) turns[number++] = (Turn){kind, what, space, 0};
    return number;
}

static void write_moves(void) {
    static Turn turns[MOST_TURNS];
    int number = list_turns(turns), one = 2 * side;
    for (int at = 0; at < number; at++) {
        if (at) putchar(';');
        write_turn(turns[at]);
    }
    for (int first = 0; first < spaces; first++)
        for (int second = 0; second < spaces; second++)
            if (first != second && is_open(first, one) && is_open(second, one + 1)) {
                putchar(';');
                write_turn((Turn){PAIR, 0, first, second});
            }
}

static void play_text(const char *text) {
    Undo undo;
    Turn turn = {PASS, 0, 0, 0};
    if (strcmp(text, "pass") != 0) {
        const char *second = strchr(text, ' ');
        turn.kind = second ? PAIR : text[0] == '2' ? STACK : ONE;
        text += turn.kind == STACK;
        turn.colour = (int)(strchr(LETTERS, text[0]) - LETTERS);
        turn.first = space_of(text + 2);
        if (second) turn.second = space_of(second + 3);
    }
    make(turn, &undo);
}

/* The points of each colour: spaces held, and the spaces of each empty region that it touches. */
static void count_points(int points[4]) {
    static int region[MOST_SPACES], queue[MOST_SPACES];
    memset(region, 0, sizeof region);
    for (int each = 0; each < 4; each++) points[each] = 0;
    for (int start = 0; start < spaces; start++) {
        if (colour[start] >= 0) {
            points[colour[start]]++;
            continue;
        }
        if (region[start]) continue;
        int length = 0, touched = 0;
        queue[length++] = start, region[start] = 1;
        for (int at = 0; at < length; at++)
            for (int way = 0; way < nears[queue[at]]; way++) {
                int space = near[queue[at]][way];
                if (colour[space] >= 0)
                    touched |= 1 << colour[space];
                else if (!region[space])
                    region[space] = 1, queue[length++] = space;
            }
        for (int each = 0; each < 4; each++) points[each] += touched >> each & 1 ? length : 0;
    }
}

/* Points that this side is ahead. */
static int lead(int who) {
    int points[4], sum[2];
    count_points(points);
    for (int each = 0; each < 2; each++) {
        int one = points[2 * each], two = points[2 * each + 1];
        sum[each] = one + two + (one < two ? one : two) + SECOND_PLAYER * each;
    }
    return sum[who] - sum[1 - who];
}

/* Takes off the stacks of a side, one after the other, while that gains points. Returns how many. */
static int remove_stacks(int who, int *removed, int *colours) {
    int number = 0, points = lead(who);
    for (int before = -1; number > before;) {
        before = number;
        for (int space = 0; space < spaces; space++) {
            int what = colour[space];
            if (what < 0 || what / 2 != who || pieces[space] != 2) continue;
            lift(space);
            int gained = lead(who);
            if (gained > points)
                points = gained, removed[number] = space, colours[number++] = what;
            else
                put(space, what, 2);
        }
    }
    return number;
}

/* The lead of the side to move after both have taken off what they should. */
static int settled_lead(void) {
    int removed[2][MOST_SPACES], colours[2][MOST_SPACES], numbers[2];
    numbers[0] = remove_stacks(1 - side, removed[0], colours[0]);
    numbers[1] = remove_stacks(side, removed[1], colours[1]);
    int points = lead(side);
    for (int each = 1; each >= 0; each--)
        for (int at = numbers[each] - 1; at >= 0; at--) put(removed[each][at], colours[each][at], 2);
    return points;
}

static int final_value(int ply) {
    int points = settled_lead();
    return POINT * points + (points > 0 ? WIN - ply : points < 0 ? ply - WIN : 0);
}

/* For the side to move, in hundredths of a point: points as they are, pieces in danger, and who can use what is empty. */
static int evaluate(void) {
    int value = POINT * lead(side), use[2] = {0, 0}, empty = 0;
    for (int space = 0; space < spaces; space++) {
        int what = colour[space], reached = 0;
        if (what < 0) {
            for (int each = 0; each < 4; each++) use[each / 2 == side] += USE[capped(foreign(space, each))];
            empty++;
            continue;
        }
        int owner = what / 2, against = capped(foreign(space, what));
        if (!against) continue;
        for (int at = 0; at < nears[space] && !reached; at++)
            reached = is_open(near[space][at], 2 - 2 * owner) || is_open(near[space][at], 3 - 2 * owner);
        if (reached) value += owner == side ? -DANGER[0][against] : DANGER[1][against];
    }
    int usable = 100 * (use[1] - use[0]) / (use[0] + use[1] + 200);
    return value + USABLE_PERCENT * usable * empty / spaces;
}

/* What pieces of a colour on a space do nearby, for sorting. */
static int estimate(int space, int what, int number) {
    int who = what / 2, value = 150 - 25 * foreign(space, what);
    for (int at = 0; at < nears[space]; at++) {
        int other = near[space][at], here = colour[other];
        if (here >= 0) {
            int before = foreign(other, here), after = before + (here == what ? 0 : number);
            int worth = after >= SURROUNDED ? 400 : after > before ? (after == 2 ? 120 : 50) : 0;
            value += here / 2 == who ? (here == what ? 10 : -worth) : worth;
        } else {
            for (int each = 0; each < 4; each++) {
                int now = foreign(other, each), then = now + number;
                int lost = each == what ? 0 : USE[capped(now)] - USE[capped(then)];
                value += (each / 2 == who ? -lost : lost) * 3 / 2;
            }
        }
    }
    return value;
}

static void keep(Turn turn, int value, Turn *turns, int *values, int *number, int width) {
    if (*number == width && value <= values[width - 1]) return;
    int at = *number < width ? (*number)++ : width - 1;
    for (; at > 0 && values[at - 1] < value; at--) turns[at] = turns[at - 1], values[at] = values[at - 1];
    turns[at] = turn, values[at] = value;
}

/* The turns to try, the best at a glance first, a pass the last of them. */
static int propose(Turn *turns, int width) {
    int values[ROOT_WIDTH], number = 0, best[2][PAIRED], ranks[2][PAIRED], numbers[2] = {0, 0};
    Turn pool[2][PAIRED];
    for (int each = 0; each < 2; each++) {
        int what = 2 * side + each;
        for (int space = 0; space < spaces; space++) {
            if (!is_open(space, what)) continue;
            int one = estimate(space, what, 1), two = estimate(space, what, 2) + STACK_FIRST;
            keep((Turn){ONE, what, space, 0}, one, pool[each], ranks[each], &numbers[each], PAIRED);
            keep((Turn){ONE, what, space, 0}, one, turns, values, &number, width);
            keep((Turn){STACK, what, space, 0}, two, turns, values, &number, width);
        }
        for (int at = 0; at < numbers[each]; at++) best[each][at] = pool[each][at].first;
    }
    for (int one = 0; one < numbers[0]; one++)
        for (int two = 0; two < numbers[1]; two++)
            if (best[0][one] != best[1][two])
                keep((Turn){PAIR, 0, best[0][one], best[1][two]}, ranks[0][one] + ranks[1][two], turns, values, &number, width);
    turns[number++] = (Turn){PASS, 0, 0, 0};
    return number;
}

static int same(Turn one, Turn two) {
    return one.kind == two.kind && one.colour == two.colour && one.first == two.first && one.second == two.second;
}

static void to_front(Turn *turns, int number, Turn turn) {
    for (int at = 1; at < number; at++)
        if (same(turns[at], turn)) {
            for (; at > 0; at--) turns[at] = turns[at - 1];
            turns[0] = turn;
        }
}

static int search(int depth, int ply, int alpha, int beta) {
    if (passed == 3) return final_value(ply);
    if (out_of_time()) return 0;
    if (depth <= 0 || ply >= DEEPEST) {
        int value = evaluate();
        if (!(passed >> (1 - side) & 1)) return value;
        /* The other side has passed: a pass would end it here. */
        int ended = final_value(ply);
        return ended > value ? ended : value;
    }
    Entry *entry = &table[key & (HASH_SIZE - 1)];
    int known = entry->key == key, before = alpha, best = -INFINITE;
    if (known && entry->depth >= depth) {
        int value = entry->value;
        if (entry->bound == EXACT || (entry->bound == AT_LEAST && value >= beta) || (entry->bound == AT_MOST && value <= alpha))
            return value;
    }
    Turn turns[WIDTH + 1], best_turn = {PASS, 0, 0, 0};
    int number = propose(turns, WIDTH);
    if (known) to_front(turns, number, entry->turn);
    for (int at = 0; at < number; at++) {
        Undo undo;
        make(turns[at], &undo);
        int value = at ? -search(depth - 1, ply + 1, -alpha - 1, -alpha) : -search(depth - 1, ply + 1, -beta, -alpha);
        if (at && value > alpha && value < beta) value = -search(depth - 1, ply + 1, -beta, -alpha);
        unmake(turns[at], &undo);
        if (stopped) return 0;
        if (value > best) best = value, best_turn = turns[at];
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    int bound = best >= beta ? AT_LEAST : best > before ? EXACT : AT_MOST;
    *entry = (Entry){key, best, (int16_t)depth, (int16_t)bound, best_turn};
    return best;
}

static void write_removal(void) {
    int removed[MOST_SPACES], colours[MOST_SPACES];
    remove_stacks(1 - side, removed, colours);
    int number = remove_stacks(side, removed, colours);
    printf("remove %s", number ? "" : "none");
    for (int at = 0; at < number; at++) {
        if (at) putchar(',');
        write_space(removed[at]);
    }
}

static void think(void) {
    if (removing) {
        write_removal();
        return;
    }
    Turn turns[ROOT_WIDTH + 1];
    int number = propose(turns, ROOT_WIDTH);
    Turn chosen = turns[0];
    for (int depth = 1; depth < DEEPEST && !stopped; depth++) {
        int alpha = -INFINITE;
        for (int at = 0; at < number; at++) {
            Undo undo;
            Turn turn = turns[at];
            make(turn, &undo);
            int value = at ? -search(depth - 1, 1, -alpha - 1, -alpha) : -search(depth - 1, 1, -INFINITE, INFINITE);
            if (at && value > alpha && !stopped) value = -search(depth - 1, 1, -INFINITE, -alpha);
            unmake(turn, &undo);
            if (stopped) break;
            if (value > alpha) {
                alpha = value, chosen = turn;
                to_front(turns, number, turn);
            }
        }
        if (alpha > WIN / 2 || alpha < -WIN / 2) break;
    }
    write_turn(chosen);
}
