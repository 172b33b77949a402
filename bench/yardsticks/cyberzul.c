/* Cyberzul by alpha-beta to the end of the round: its own rules, evaluation and hash table; 2-4 players.
 *
 * Of three or four players, all others are taken for one opponent. No search goes beyond the tiles of this round.
 */
#include "yardstick.h"

enum { COLOURS = 5, CENTRE = 0, MOST_SOURCES = 10, MOST_PLAYERS = 4, FLOOR = 5, FLOOR_SPACES = 7, NOBODY = -1 };
enum { MOST_MOVES = 320, DEEPEST = 60, WIN = 3000, HASH_SIZE = 1 << 19 };
enum { DRAFT, FILL, OVER };
enum { EXACT, AT_LEAST, AT_MOST };

static const char LETTERS[] = "BORKW";
static const char *const NAMES[COLOURS] = {"blue", "orange", "red", "black", "white"};
static const int FLOOR_COST[FLOOR_SPACES + 1] = {0, 1, 2, 4, 6, 8, 11, 14};
static const int ROW_BONUS = 2, COLUMN_BONUS = 7, COLOUR_BONUS = 10;

typedef struct {
    int8_t sources[MOST_SOURCES][8]; /* tiles by colour; the centre first */
    int8_t lines[MOST_PLAYERS][COLOURS], line_colours[MOST_PLAYERS][COLOURS];
    int8_t on_floor[MOST_PLAYERS];
    int8_t turn, marker, phase; /* the marker's holder, NOBODY while it lies in the centre */
    int8_t tiles; /* that can still be taken */
    int32_t walls[MOST_PLAYERS], scores[MOST_PLAYERS];
    int8_t lid[COLOURS], bag[COLOURS], round, first;
    char floors[MOST_PLAYERS][FLOOR_SPACES + 1];
} State;

typedef struct { uint64_t key; int32_t value; int16_t move; int8_t depth, bound; } Entry;

static State state;
static int players, factories, me;
static uint64_t salt;
static Entry table[HASH_SIZE];
static int killers[DEEPEST + 2][2], history[MOST_SOURCES * 30];
static double reached[COLOURS + 1][COLOURS + 1]; /* the chance to place so many missing tiles in so many rounds */

static int column_of(int row, int colour) { return (row + colour) % COLOURS; }
static int has(int wall, int row, int column) { return wall >> (row * COLOURS + column) & 1; }

/* ---- Rules ---- */

static int points_of(int wall, int row, int column) {
    int across = 1, down = 1;
    for (int at = column - 1; at >= 0 && has(wall, row, at); at--) across++;
    for (int at = column + 1; at < COLOURS && has(wall, row, at); at++) across++;
    for (int at = row - 1; at >= 0 && has(wall, at, column); at--) down++;
    for (int at = row + 1; at < COLOURS && has(wall, at, column); at++) down++;
    if (across == 1 && down == 1) return 1;
    return (across > 1 ? across : 0) + (down > 1 ? down : 0);
}

static int count_in_row(int wall, int row) { return __builtin_popcount(wall >> (row * COLOURS) & 31); }
static int count_in_column(int wall, int column) { return __builtin_popcount(wall >> column & 0x108421); }

static int count_of_colour(int wall, int colour) {
    int number = 0;
    for (int row = 0; row < COLOURS; row++) number += has(wall, row, column_of(row, colour));
    return number;
}

static int complete_rows(int wall) {
    int number = 0;
    for (int row = 0; row < COLOURS; row++) number += count_in_row(wall, row) == COLOURS;
    return number;
}

static int bonuses(int wall) {
    int points = ROW_BONUS * complete_rows(wall);
    for (int at = 0; at < COLOURS; at++) {
        points += COLUMN_BONUS * (count_in_column(wall, at) == COLOURS);
        points += COLOUR_BONUS * (count_of_colour(wall, at) == COLOURS);
    }
    return points;
}

/* Moves the tiles of this player's full lines to the wall; the lines stay as they are. */
static void tile(const State *s, int who, int *wall, int *score) {
    for (int row = 0; row < COLOURS; row++) {
        if (s->lines[who][row] <= row) continue;
        int column = column_of(row, s->line_colours[who][row]);
        *score += points_of(*wall, row, column);
        *wall |= 1 << (row * COLOURS + column);
    }
    *score -= FLOOR_COST[s->on_floor[who]];
    if (*score < 0) *score = 0;
}

static void end_round(State *s) {
    int over = 0, left = 0;
    for (int who = 0; who < players; who++) {
        tile(s, who, &s->walls[who], &s->scores[who]);
        over |= complete_rows(s->walls[who]) > 0;
        for (int row = 0; row < COLOURS; row++)
            if (s->lines[who][row] > row) s->lid[s->line_colours[who][row]] += row, s->lines[who][row] = 0;
        for (int at = 0; at < s->on_floor[who]; at++)
            if (s->floors[who][at] != 'M') s->lid[strchr(LETTERS, s->floors[who][at]) - LETTERS]++;
        s->on_floor[who] = 0;
    }
    for (int colour = 0; colour < COLOURS; colour++) left += s->bag[colour] + s->lid[colour];
    over |= left == 0;
    s->phase = over ? OVER : FILL;
    if (s->marker != NOBODY) s->turn = s->marker;
    else s->turn = s->first;
    if (over)
        for (int who = 0; who < players; who++) s->scores[who] += bonuses(s->walls[who]);
    else
        s->round++, s->first = s->turn;
}

static void drop(State *s, int who, char what) {
    if (s->on_floor[who] < FLOOR_SPACES) s->floors[who][s->on_floor[who]++] = what;
    else if (what != 'M') s->lid[strchr(LETTERS, what) - LETTERS]++;
}

/* A move is 30 * source + 6 * colour + line. */
static int fits(const State *s, int who, int line, int colour) {
    int number = s->lines[who][line];
    if (number > line || (number && s->line_colours[who][line] != colour)) return 0;
    return !has(s->walls[who], line, column_of(line, colour));
}

static void play(State *s, int move) {
    int source = move / 30, colour = move / 6 % 5, line = move % 6, who = s->turn;
    int taken = s->sources[source][colour];
    s->sources[source][colour] = 0;
    s->tiles -= taken;
    if (source != CENTRE) {
        for (int other = 0; other < COLOURS; other++)
            s->sources[CENTRE][other] += s->sources[source][other], s->sources[source][other] = 0;
    } else if (s->marker == NOBODY) {
        s->marker = who;
        drop(s, who, 'M');
    }
    if (line != FLOOR) {
        int room = line + 1 - s->lines[who][line], placed = taken < room ? taken : room;
        s->lines[who][line] += placed;
        s->line_colours[who][line] = colour;
        taken -= placed;
    }
    while (taken-- > 0) drop(s, who, LETTERS[colour]);
    s->turn = (who + 1) % players;
    if (!s->tiles) end_round(s);
}

static int list_moves(const State *s, int *moves) {
    int number = 0;
    for (int source = 0; source <= factories; source++)
        for (int colour = 0; colour < COLOURS; colour++) {
            if (!s->sources[source][colour]) continue;
            for (int line = 0; line < COLOURS; line++)
                if (fits(s, s->turn, line, colour)) moves[number++] = 30 * source + 6 * colour + line;
            moves[number++] = 30 * source + 6 * colour + FLOOR;
        }
    return number;
}

/* ---- Text ---- */

static void prepare(void) {
    for (int missing = 0; missing <= COLOURS; missing++)
        for (int rounds = 0; rounds <= COLOURS; rounds++) {
            double once = 1, all = 1;
            for (int at = 0; at < rounds; at++) once *= 0.6;
            for (int at = 0; at < missing; at++) all *= 1 - once;
            reached[missing][rounds] = all;
        }
}

static int read_tiles(const char **at, int8_t *tiles) {
    int number = 0;
    for (; strchr(LETTERS, **at) && **at; ++*at) tiles[strchr(LETTERS, **at) - LETTERS]++, number++;
    if (**at == '-') ++*at;
    return number;
}

static void read_counts(const char *at, int8_t *counts) {
    for (int colour = 0; colour < COLOURS; colour++) counts[colour] = (int8_t)strtol(at, (char **)&at, 10), at++;
}

static void read_player(const char *at, int who) {
    state.scores[who] = (int32_t)strtol(at, (char **)&at, 10), at++;
    for (int row = 0; row < COLOURS; row++, at++) {
        if (*at == '-') { at++; continue; }
        state.line_colours[who][row] = (int8_t)(strchr(LETTERS, *at++) - LETTERS);
        state.lines[who][row] = (int8_t)strtol(at, (char **)&at, 10);
    }
    for (int row = 0; row < COLOURS; row++, at++)
        for (int column = 0; column < COLOURS; column++, at++)
            if (*at != '.') state.walls[who] |= 1 << (row * COLOURS + column);
    for (; *at && *at != ' ' && *at != '-'; at++) state.floors[who][state.on_floor[who]++] = *at;
}

static void read_position(const char *text) {
    if (reached[0][0] == 0) prepare();
    memset(&state, 0, sizeof state);
    players = atoi(field(text, "n="));
    factories = 2 * players + 1;
    state.round = (int8_t)atoi(field(text, " r="));
    state.first = (int8_t)atoi(field(text, " s="));
    const char *phase = field(text, "ph="), *at = field(text, " f=");
    state.turn = (int8_t)atoi(field(text, " t="));
    state.phase = *phase == 'd' ? DRAFT : *phase == 'f' ? FILL : OVER;
    for (int source = 1; source <= factories; source++, at++) state.tiles += read_tiles(&at, state.sources[source]);
    at = field(text, " c=");
    state.tiles += read_tiles(&at, state.sources[CENTRE]);
    at = field(text, " m=");
    state.marker = *at == 'c' ? NOBODY : (int8_t)atoi(at);
    read_counts(field(text, "bag="), state.bag);
    read_counts(field(text, "lid="), state.lid);
    for (int who = 0; who < players; who++) {
        char name[] = " p0=";
        name[2] += (char)who;
        read_player(field(text, name), who);
    }
    me = state.turn;
}

static void write_tiles(const int8_t *tiles) {
    int number = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int at = 0; at < tiles[colour]; at++, number++) putchar(LETTERS[colour]);
    if (!number) putchar('-');
}

static void write_counts(const char *name, const int8_t *counts) {
    printf(" %s=%d,%d,%d,%d,%d", name, counts[0], counts[1], counts[2], counts[3], counts[4]);
}

static void write_position(void) {
    static const char *const phases[] = {"draft", "fill", "over"};
    printf("n=%d r=%d s=%d t=%d ph=%s f=", players, state.round, state.first, state.turn, phases[state.phase]);
    for (int source = 1; source <= factories; source++) {
        if (source > 1) putchar('/');
        write_tiles(state.sources[source]);
    }
    printf(" c=");
    write_tiles(state.sources[CENTRE]);
    if (state.marker == NOBODY) printf(" m=c");
    else printf(" m=%d", state.marker);
    write_counts("bag", state.bag);
    write_counts("lid", state.lid);
    for (int who = 0; who < players; who++) {
        printf(" p%d=%d:", who, state.scores[who]);
        for (int row = 0; row < COLOURS; row++) {
            if (row) putchar(',');
            if (state.lines[who][row]) printf("%c%d", LETTERS[state.line_colours[who][row]], state.lines[who][row]);
            else putchar('-');
        }
        for (int row = 0; row < COLOURS; row++) {
            putchar(row ? '/' : ':');
            for (int column = 0; column < COLOURS; column++)
                putchar(has(state.walls[who], row, column) ? LETTERS[(column - row + COLOURS) % COLOURS] : '.');
        }
        printf(":%.*s", state.on_floor[who] ? state.on_floor[who] : 1, state.on_floor[who] ? state.floors[who] : "-");
    }
}

static void write_move(int move) {
    int source = move / 30, line = move % 6;
    if (source == CENTRE) printf("c");
    else printf("%d", source);
    printf(" %s ", NAMES[move / 6 % 5]);
    if (line == FLOOR) printf("f");
    else printf("%d", line + 1);
}

static void write_moves(void) {
    int moves[MOST_MOVES], number = state.phase == DRAFT ? list_moves(&state, moves) : 0;
    for (int at = 0; at < number; at++) {
        if (at) putchar(';');
        write_move(moves[at]);
    }
}

static void play_text(const char *text) {
    int colour = 0, source = *text == 'c' ? CENTRE : atoi(text);
    const char *name = strchr(text, ' ') + 1, *line = strchr(name, ' ') + 1;
    while (strncmp(name, NAMES[colour], (size_t)(line - name - 1)) != 0) colour++;
    play(&state, 30 * source + 6 * colour + (*line == 'f' ? FLOOR : *line - '1'));
}

/* ---- Judgement, in hundredths of a point ---- */

/* The fewest rounds that the match can still last, by the row that lacks fewest tiles. */
static int rounds_left(const int *walls) {
    int most = 0;
    for (int who = 0; who < players; who++)
        for (int row = 0; row < COLOURS; row++)
            if (count_in_row(walls[who], row) > most) most = count_in_row(walls[who], row);
    return COLOURS - most;
}

/* What a wall promises: its bonuses by the chance to reach them, and neighbours for the tiles to come. */
static double promise_of(int wall, int rounds) {
    double value = 0;
    for (int at = 0; at < COLOURS; at++) {
        value += COLUMN_BONUS * reached[COLOURS - count_in_column(wall, at)][rounds];
        value += COLOUR_BONUS * reached[COLOURS - count_of_colour(wall, at)][rounds];
        int missing = COLOURS - count_in_row(wall, at);
        if (missing <= rounds) value += ROW_BONUS * reached[missing][rounds];
    }
    for (int row = 0; row < COLOURS; row++)
        for (int column = 0; column < COLOURS; column++)
            if (!has(wall, row, column)) value += 0.05 * rounds * (points_of(wall, row, column) - 1);
    return value;
}

static int evaluate(const State *s) {
    int walls[MOST_PLAYERS], scores[MOST_PLAYERS], best = -INFINITE, own = 0;
    for (int who = 0; who < players; who++) {
        walls[who] = s->walls[who], scores[who] = s->scores[who];
        if (s->phase == DRAFT) tile(s, who, &walls[who], &scores[who]);
    }
    int rounds = rounds_left(walls);
    for (int who = 0; who < players; who++) {
        double value = scores[who] + (s->phase == OVER ? 0 : rounds ? promise_of(walls[who], rounds) : bonuses(walls[who]));
        for (int row = 0; row < COLOURS && rounds; row++) {
            int number = s->lines[who][row];
            if (!number || number > row) continue;
            int column = column_of(row, s->line_colours[who][row]);
            int with = walls[who] | 1 << (row * COLOURS + column);
            double part = (double)number / (row + 1);
            double gain = points_of(walls[who], row, column) + promise_of(with, rounds) - promise_of(walls[who], rounds);
            value += 0.75 * part * gain;
        }
        if (rounds && s->marker == who) value += 1.2;
        int worth = (int)(100 * value);
        if (who == me) own = worth;
        else if (worth > best) best = worth;
    }
    int lead = own - best;
    return s->phase == OVER ? lead + (lead > 0 ? WIN : lead < 0 ? -WIN : 0) : lead;
}

/* ---- Search ---- */

static uint64_t mixed(uint64_t word, uint64_t factor) {
    word = (word ^ salt) * factor;
    return word ^ word >> 29;
}

/* The same for positions of one search that differ only in the order of the factories. */
static uint64_t key_of(const State *s) {
    uint64_t key = 0, words[8] = {0};
    for (int source = 1; source <= factories; source++) {
        uint64_t word;
        memcpy(&word, s->sources[source], 8);
        key += mixed(word, 0x9E3779B97F4A7C15ULL);
    }
    memcpy(words, s->lines, sizeof s->lines);
    memcpy(words + 3, s->line_colours, sizeof s->line_colours);
    memcpy(words + 6, s->on_floor, sizeof s->on_floor);
    memcpy(words + 7, s->sources[CENTRE], 8);
    words[6] |= (uint64_t)(uint8_t)s->marker << 40 | (uint64_t)s->turn << 48;
    for (int at = 0; at < 8; at++) key = mixed(key + words[at], 0xC2B2AE3D27D4EB4FULL);
    return key;
}

/* What a move gains at a glance: tiles that are placed, full lines, and tiles that fall. */
static int order(const State *s, int move, int best, int ply) {
    if (move == best) return 1 << 30;
    int source = move / 30, colour = move / 6 % 5, line = move % 6, who = s->turn, taken = s->sources[source][colour];
    int placed = 0, gain = 0;
    if (line != FLOOR) {
        int room = line + 1 - s->lines[who][line];
        placed = taken < room ? taken : room;
        gain = 20 * placed;
        if (placed == room) gain += 60 + 30 * points_of(s->walls[who], line, column_of(line, colour));
    }
    int before = s->on_floor[who] + (source == CENTRE && s->marker == NOBODY), after = before + taken - placed;
    gain -= 100 * (FLOOR_COST[after < 7 ? after : 7] - FLOOR_COST[before < 7 ? before : 7]);
    if (move == killers[ply][0] || move == killers[ply][1]) gain += 150;
    return 16 * gain + (history[move] < 1600 ? history[move] : 1600);
}

/* Leaves out factories that hold the same tiles as an earlier one. */
static int list_different(const State *s, int *moves) {
    int all[MOST_MOVES], number = 0, listed = list_moves(s, all), same[MOST_SOURCES] = {0};
    for (int source = 2; source <= factories; source++)
        for (int other = 1; other < source; other++) same[source] |= !memcmp(s->sources[source], s->sources[other], 8);
    for (int at = 0; at < listed; at++)
        if (!same[all[at] / 30]) moves[number++] = all[at];
    return number;
}

static int search(const State *s, int depth, int ply, int alpha, int beta) {
    if (out_of_time()) return 0;
    if (s->phase != DRAFT || depth <= 0 || ply >= DEEPEST) return evaluate(s);
    uint64_t key = key_of(s);
    Entry *entry = &table[key & (HASH_SIZE - 1)];
    int is_mine = s->turn == me, best_move = entry->key == key ? entry->move : -1, low = alpha, high = beta;
    if (entry->key == key && entry->depth >= depth) {
        if (entry->bound == EXACT || (entry->bound == AT_LEAST && entry->value >= beta) ||
            (entry->bound == AT_MOST && entry->value <= alpha))
            return entry->value;
    }
    int moves[MOST_MOVES], keys[MOST_MOVES], number = list_different(s, moves), best = is_mine ? -INFINITE : INFINITE;
    for (int at = 0; at < number; at++) keys[at] = order(s, moves[at], best_move, ply);
    for (int at = 0; at < number; at++) {
        int move = pick(moves, keys, at, number), value;
        State next = *s;
        play(&next, move);
        int less = at >= 6 && depth >= 3 ? 1 + (at >= 16) : 0;
        if (at == 0) {
            value = search(&next, depth - 1, ply + 1, alpha, beta);
        } else {
            int from = is_mine ? alpha : beta - 1;
            value = search(&next, depth - 1 - less, ply + 1, from, from + 1);
            int better = is_mine ? value > alpha : value < beta;
            if (better && (less || (value > alpha && value < beta))) value = search(&next, depth - 1, ply + 1, alpha, beta);
        }
        if (stopped) return 0;
        if (is_mine ? value > best : value < best) best = value, best_move = move;
        if (is_mine && value > alpha) alpha = value;
        if (!is_mine && value < beta) beta = value;
        if (alpha >= beta) {
            if (killers[ply][0] != move) killers[ply][1] = killers[ply][0], killers[ply][0] = move;
            history[move] += depth * depth;
            break;
        }
    }
    int bound = best >= high ? AT_LEAST : best <= low ? AT_MOST : EXACT;
    *entry = (Entry){key, best, (int16_t)best_move, (int8_t)depth, (int8_t)bound};
    return best;
}

static void think(void) {
    int moves[MOST_MOVES], keys[MOST_MOVES], number = list_different(&state, moves), chosen = moves[0];
    salt = next_random();
    memset(history, 0, sizeof history);
    memset(killers, 0, sizeof killers);
    for (int at = 0; at < number; at++) keys[at] = order(&state, moves[at], -1, 0);
    for (int at = 0; at < number; at++) pick(moves, keys, at, number);
    for (int depth = 1; depth <= state.tiles && !stopped && number > 1; depth++) {
        int alpha = -INFINITE;
        for (int at = 0; at < number; at++) {
            State next = state;
            play(&next, moves[at]);
            int value = search(&next, depth - 1, 1, alpha, at ? alpha + 1 : INFINITE);
            if (at && value > alpha && !stopped) value = search(&next, depth - 1, 1, alpha, INFINITE);
            if (stopped) break;
            if (value > alpha) {
                alpha = value, chosen = moves[at];
                for (int other = at; other > 0; other--) moves[other] = moves[other - 1];
                moves[0] = chosen;
            }
        }
    }
    write_move(chosen);
}
