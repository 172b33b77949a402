/* Choccer by a plain alpha-beta: its own rules, hash table, null move, late moves less deep, captures to their end. */
#include "yardstick.h"

enum { COLUMNS = 11, ROWS = 7, SQUARES = 77, TURNS = 100, MOST_MOVES = 256, DEEPEST = 60 };
enum { CIRCLE, TRIANGLE, CLOVER, STAR };
enum { BLUE = 1, RED = 2 };
enum { WIN = 1000000, HAND_ON = 1 << 14, HASH_SIZE = 1 << 20 };
enum { EXACT, AT_LEAST, AT_MOST };

typedef struct { int origin_piece, target_piece, origin_gem, target_gem, points[2], turn, side, over; uint64_t key; } Undo;
typedef struct { uint64_t key; int32_t value; int16_t move; int8_t depth, bound; } Entry;

static const char LETTERS[] = "CTLSctls";
static const int POINTS[4] = {1, 1, 2, 2}, GEM_POINTS[3] = {0, 4, 10};
static const int PIECE_VALUE[4] = {60, 45, 120, 85};
static const int PART_OF_GEM[6] = {95, 50, 15, 3, 0, 0}; /* in per cent, by the moves the holder needs to the zone */

/* A piece is 1 + 4 * side + kind; a gem on a square with a piece is held. */
static int board[SQUARES], gem[SQUARES], points[2], turn, side, over;
static uint64_t key, piece_key[9][SQUARES], gem_key[3][SQUARES], points_key[2][128], turn_key[TURNS + 2];
static int ray[SQUARES][8][3], to_zone[4][2][SQUARES], ready;
static Entry table[HASH_SIZE];
static int killers[DEEPEST + 2][2], history[1 << 15];

static int side_of(int piece) { return piece > 4; }
static int kind_of(int piece) { return (piece - 1) & 3; }

/* Where this side scores. */
static int in_zone(int square, int who) {
    int column = square % COLUMNS, row = square / COLUMNS;
    return row >= 2 && row <= 4 && (who ? column >= 9 : column <= 1);
}

static void prepare(void) {
    static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int square = 0; square < SQUARES; square++) {
        for (int way = 0; way < 8; way++) {
            int column = square % COLUMNS, row = square / COLUMNS;
            for (int far = 0; far < 3; far++) {
                column += steps[way][0], row += steps[way][1];
                int inside = column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
                ray[square][way][far] = inside ? row * COLUMNS + column : -1;
            }
        }
        for (int piece = 0; piece < 9; piece++) piece_key[piece][square] = next_random();
        for (int each = 0; each < 3; each++) gem_key[each][square] = each ? next_random() : 0;
    }
    for (int square = 0; square < SQUARES; square++) piece_key[0][square] = 0;
    for (int at = 0; at < 128; at++) points_key[0][at] = next_random(), points_key[1][at] = next_random();
    for (int at = 0; at < TURNS + 2; at++) turn_key[at] = next_random();
    for (int kind = 0; kind < 4; kind++) {
        int first = kind == CIRCLE || kind == CLOVER ? 0 : 4, most = kind >= CLOVER ? 3 : 1;
        for (int who = 0; who < 2; who++) {
            int *far = to_zone[kind][who];
            for (int square = 0; square < SQUARES; square++) far[square] = in_zone(square, who) ? 0 : 99;
            for (int again = 1; again;) {
                again = 0;
                for (int square = 0; square < SQUARES; square++)
                    for (int way = first; way < first + 4; way++)
                        for (int step = 0; step < most && ray[square][way][step] >= 0; step++)
                            if (far[ray[square][way][step]] + 1 < far[square])
                                far[square] = far[ray[square][way][step]] + 1, again = 1;
            }
        }
    }
    ready = 1;
}

static void find_key(void) {
    key = turn_key[turn] ^ points_key[0][points[0] & 127] ^ points_key[1][points[1] & 127] ^ (side ? 77777777777ULL : 0);
    for (int square = 0; square < SQUARES; square++)
        key ^= piece_key[board[square]][square] ^ gem_key[gem[square]][square];
}

static int square_of(const char *name) { return (name[1] - '1') * COLUMNS + name[0] - 'a'; }

static void read_position(const char *text) {
    if (!ready) prepare();
    const char *at = field(text, "b="), *held = field(text, "held="), *to_act = field(text, " t=");
    for (int row = ROWS - 1; row >= 0; row--, at++)
        for (int column = 0; column < COLUMNS; column++, at++) {
            const char *letter = strchr(LETTERS, *at);
            board[row * COLUMNS + column] = letter ? 1 + (int)(letter - LETTERS) : 0;
            gem[row * COLUMNS + column] = *at == '*' ? RED : *at == '+' ? BLUE : 0;
        }
    for (; *held != '-' && *held != ' '; held += strcspn(held, ", "), held += *held == ',')
        gem[square_of(held)] = held[3] == 'r' ? RED : BLUE;
    sscanf(field(text, "pts="), "%d,%d", &points[0], &points[1]);
    turn = atoi(field(text, "turn="));
    side = *to_act == '1';
    over = *to_act == '-';
    find_key();
}

static void write_position(void) {
    printf("b=");
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int column = 0; column < COLUMNS; column++) {
            int square = row * COLUMNS + column;
            putchar(board[square] ? LETTERS[board[square] - 1] : ".+*"[gem[square]]);
        }
        if (row) putchar('/');
    }
    printf(" held=");
    int number = 0;
    for (int square = 0; square < SQUARES; square++)
        if (board[square] && gem[square])
            printf("%s%c%c:%s", number++ ? "," : "", 'a' + square % COLUMNS, '1' + square / COLUMNS,
                   gem[square] == RED ? "red" : "blue");
    printf("%s pts=%d,%d turn=%d t=%c", number ? "" : "-", points[0], points[1], turn, over ? '-' : '0' + side);
}

static void write_move(int move) {
    int origin = move & 127, target = move >> 7 & 127;
    printf("%c%c%c%c%c", 'a' + origin % COLUMNS, '1' + origin / COLUMNS, move & HAND_ON ? '>' : '-',
           'a' + target % COLUMNS, '1' + target / COLUMNS);
}

static int list_moves(int *moves) {
    int number = 0;
    for (int origin = 0; origin < SQUARES; origin++) {
        int piece = board[origin];
        if (!piece || side_of(piece) != side) continue;
        int kind = kind_of(piece), holds = gem[origin];
        int first = kind == CIRCLE || kind == CLOVER ? 0 : 4, most = kind >= CLOVER ? 3 : 1;
        for (int way = first; way < first + 4; way++)
            for (int step = 0; step < most; step++) {
                int target = ray[origin][way][step];
                if (target < 0) break;
                if (board[target]) {
                    if (side_of(board[target]) != side && !holds) moves[number++] = origin | target << 7;
                    break;
                }
                if (!gem[target] || !holds) moves[number++] = origin | target << 7;
            }
        for (int down = -2; holds && down <= 2; down++)
            for (int across = -2; across <= 2; across++) {
                int row = origin / COLUMNS + down, column = origin % COLUMNS + across;
                int target = row * COLUMNS + column;
                if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS || target == origin) continue;
                if (board[target] && side_of(board[target]) == side && !gem[target])
                    moves[number++] = origin | target << 7 | HAND_ON;
            }
    }
    return number;
}

static void put(int square, int piece, int what) {
    key ^= piece_key[board[square]][square] ^ piece_key[piece][square] ^ gem_key[gem[square]][square] ^ gem_key[what][square];
    board[square] = piece;
    gem[square] = what;
}

static void end_turn(void) {
    key ^= turn_key[turn] ^ turn_key[turn + 1] ^ 77777777777ULL;
    turn++;
    side = 1 - side;
    over |= turn > TURNS;
}

static void add_points(int number) {
    key ^= points_key[side][points[side] & 127] ^ points_key[side][(points[side] + number) & 127];
    points[side] += number;
}

static Undo make(int move) {
    int origin = move & 127, target = move >> 7 & 127;
    Undo undo = {board[origin], board[target], gem[origin], gem[target], {points[0], points[1]}, turn, side, over, key};
    int carried = gem[origin] ? gem[origin] : gem[target];
    if (move & HAND_ON) {
        put(origin, board[origin], 0);
        put(target, board[target], carried);
    } else {
        if (board[target]) add_points(POINTS[kind_of(board[target])]);
        put(target, board[origin], carried);
        put(origin, 0, 0);
    }
    if (gem[target] && in_zone(target, side)) {
        add_points(GEM_POINTS[gem[target]]);
        over = gem[target] == RED;
        put(target, board[target], 0);
    }
    end_turn();
    return undo;
}

static void unmake(int move, const Undo *undo) {
    int origin = move & 127, target = move >> 7 & 127;
    board[origin] = undo->origin_piece, board[target] = undo->target_piece;
    gem[origin] = undo->origin_gem, gem[target] = undo->target_gem;
    points[0] = undo->points[0], points[1] = undo->points[1];
    turn = undo->turn, side = undo->side, over = undo->over, key = undo->key;
}

static void write_moves(void) {
    int moves[MOST_MOVES], number = over ? 0 : list_moves(moves);
    for (int at = 0; at < number; at++) {
        if (at) putchar(';');
        write_move(moves[at]);
    }
}

static void play_text(const char *text) {
    int moves[MOST_MOVES];
    make(square_of(text) | square_of(text + 3) << 7 | (text[2] == '>' ? HAND_ON : 0));
    while (!over && !list_moves(moves)) end_turn();
}

/* For the side to move, in hundredths of a point: points, pieces, gems by the way their holders have to go. */
static int evaluate(void) {
    int value = 100 * (points[0] - points[1]);
    for (int square = 0; square < SQUARES; square++) {
        int piece = board[square];
        if (!piece) continue;
        int who = side_of(piece), kind = kind_of(piece), far = to_zone[kind][who][square];
        int worth = PIECE_VALUE[kind] - 2 * (far < 9 ? far : 9);
        if (gem[square] && turn + 2 * far <= TURNS + 1) worth += GEM_POINTS[gem[square]] * PART_OF_GEM[far < 5 ? far : 5];
        value += who ? -worth : worth;
    }
    return side ? -value : value;
}

static int final_value(int ply) {
    int lead = points[side] - points[1 - side];
    return lead > 0 ? WIN - ply : lead < 0 ? ply - WIN : 0;
}

/* What a move gains at once, in points; moves that gain nothing are quiet. */
static int gain(int move) {
    int origin = move & 127, target = move >> 7 & 127, won = 0;
    int carried = gem[origin] ? gem[origin] : gem[target];
    if (!(move & HAND_ON) && board[target]) won += POINTS[kind_of(board[target])];
    if (carried && in_zone(target, side)) won += GEM_POINTS[carried];
    return won;
}

static int order(int move, int best, int ply) {
    if (move == best) return 1 << 30;
    int won = gain(move);
    if (won) return (1 << 28) + 16 * won - (move & HAND_ON ? 0 : POINTS[kind_of(board[move & 127])]);
    if (move == killers[ply][0] || move == killers[ply][1]) return 1 << 27;
    return history[move];
}

static int quiesce(int ply, int alpha, int beta) {
    if (out_of_time()) return 0;
    if (over) return final_value(ply);
    int best = evaluate();
    if (best >= beta || ply >= DEEPEST) return best;
    if (best > alpha) alpha = best;
    int moves[MOST_MOVES], keys[MOST_MOVES], number = 0, all = list_moves(moves);
    for (int at = 0; at < all; at++)
        if (gain(moves[at])) keys[number] = order(moves[at], 0, ply), moves[number++] = moves[at];
    for (int at = 0; at < number; at++) {
        int move = pick(moves, keys, at, number);
        Undo undo = make(move);
        int value = -quiesce(ply + 1, -beta, -alpha);
        unmake(move, &undo);
        if (stopped) return 0;
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

static int search(int depth, int ply, int alpha, int beta, int may_pass) {
    if (over) return final_value(ply);
    if (depth <= 0 || ply >= DEEPEST) return quiesce(ply, alpha, beta);
    if (out_of_time()) return 0;
    Entry *entry = &table[key & (HASH_SIZE - 1)];
    int best_move = entry->key == key ? entry->move : 0, narrow = beta - alpha == 1, before = alpha;
    if (entry->key == key && entry->depth >= depth && narrow) {
        int value = entry->value;
        if (entry->bound == EXACT || (entry->bound == AT_LEAST && value >= beta) || (entry->bound == AT_MOST && value <= alpha))
            return value;
    }
    Undo here = {0, 0, 0, 0, {points[0], points[1]}, turn, side, over, key};
    if (narrow && may_pass && depth >= 3 && turn < TURNS - depth && evaluate() >= beta) {
        end_turn();
        int value = -search(depth - 3, ply + 1, -beta, 1 - beta, 0);
        turn = here.turn, side = here.side, over = here.over, key = here.key;
        if (stopped) return 0;
        if (value >= beta) return value;
    }
    int moves[MOST_MOVES], keys[MOST_MOVES], number = list_moves(moves);
    if (!number) {
        end_turn();
        int value = -search(depth - 1, ply + 1, -beta, -alpha, 0);
        turn = here.turn, side = here.side, over = here.over, key = here.key;
        return value;
    }
    for (int at = 0; at < number; at++) keys[at] = order(moves[at], best_move, ply);
    int best = -INFINITE;
    for (int at = 0; at < number; at++) {
        int move = pick(moves, keys, at, number), quiet = !gain(move), value;
        Undo undo = make(move);
        int less = at >= 4 && quiet && depth >= 3 ? 1 + (at >= 12) : 0;
        if (at == 0) {
            value = -search(depth - 1, ply + 1, -beta, -alpha, 1);
        } else {
            value = -search(depth - 1 - less, ply + 1, -alpha - 1, -alpha, 1);
            if (value > alpha && (less || value < beta)) value = -search(depth - 1, ply + 1, -beta, -alpha, 1);
        }
        unmake(move, &undo);
        if (stopped) return 0;
        if (value > best) best = value, best_move = move;
        if (value > alpha) alpha = value;
        if (alpha >= beta) {
            if (quiet) {
                if (killers[ply][0] != move) killers[ply][1] = killers[ply][0], killers[ply][0] = move;
                history[move] += depth * depth;
            }
            break;
        }
    }
    *entry = (Entry){key, best, (int16_t)best_move, (int8_t)depth, best >= beta ? AT_LEAST : best > before ? EXACT : AT_MOST};
    return best;
}

static void think(void) {
    int moves[MOST_MOVES], keys[MOST_MOVES], number = list_moves(moves), chosen = moves[0];
    memset(history, 0, sizeof history);
    memset(killers, 0, sizeof killers);
    for (int at = 0; at < number; at++) keys[at] = order(moves[at], 0, 0);
    for (int at = 0; at < number; at++) pick(moves, keys, at, number);
    for (int depth = 1; depth < DEEPEST && !stopped; depth++) {
        int alpha = -INFINITE;
        for (int at = 0; at < number; at++) {
            Undo undo = make(moves[at]);
            int value = -search(depth - 1, 1, at ? -alpha - 1 : -INFINITE, -alpha, 1);
            if (at && value > alpha && !stopped) value = -search(depth - 1, 1, -INFINITE, -alpha, 1);
            unmake(moves[at], &undo);
            if (stopped) break;
            if (value > alpha) {
                alpha = value, chosen = moves[at];
                for (int other = at; other > 0; other--) moves[other] = moves[other - 1];
                moves[0] = chosen;
            }
        }
        if (alpha > WIN - DEEPEST || alpha < DEEPEST - WIN) break;
    }
    write_move(chosen);
}
