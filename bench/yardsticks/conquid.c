/* Conquid by a plain alpha-beta: its own rules, ways weighed by how easily they are cut, acquires built cell by cell. */
#include "yardstick.h"

enum { MOST_CELLS = 882, BLOCK = 4, SUPPORT = 4, DEEPEST = 30, MOST_CHANGES = 1 << 16 };
enum { ACQUIRE, CONQUER, VANQUISH, CONQUEST };
enum { WIN = 1000000, STEP = 10, TEMPO = 30, MOST_CANDIDATES = 24, MOST_TURNS = 256, FAR = 10000 };

typedef struct { int kind, cells[3]; } Move;

/* Of a cell: -1 empty, 0 or 1 its owner, 2 or 3 a headquarters. */
static int columns, rows, cells, owner[MOST_CELLS], around[2][MOST_CELLS];
static int near[MOST_CELLS][4], nears[MOST_CELLS], gate[2][MOST_CELLS], gates[2], is_gate[2][MOST_CELLS];
static int side, winner, changed[MOST_CHANGES], former[MOST_CHANGES], changes;
static int previous[MOST_CELLS]; /* the cell before this one on the way that was weighed last, -1 at its beginning */

static void set(int cell, int who) {
    if (owner[cell] >= 0)
        for (int at = 0; at < nears[cell]; at++) around[owner[cell]][near[cell][at]]--;
    owner[cell] = who;
    if (who >= 0)
        for (int at = 0; at < nears[cell]; at++) around[who][near[cell][at]]++;
}

static void change(int cell, int who) {
    changed[changes] = cell, former[changes++] = owner[cell];
    set(cell, who);
}

static void undo_to(int mark) {
    while (changes > mark) changes--, set(changed[changes], former[changes]);
}

static void read_position(const char *text) {
    const char *board = field(text, "b="), *at = board;
    columns = (int)strcspn(board, "/");
    rows = (int)(strcspn(board, " ") + 1) / (columns + 1);
    cells = rows * columns, changes = 0;
    memset(around, 0, sizeof around);
    memset(is_gate, 0, sizeof is_gate);
    gates[0] = gates[1] = 0;
    for (int row = rows - 1; row >= 0; row--, at++)
        for (int column = 0; column < columns; column++, at++) {
            int cell = row * columns + column;
            owner[cell] = *at == 'A' ? 2 : *at == 'B' ? 3 : -1;
            nears[cell] = 0;
            if (column) near[cell][nears[cell]++] = cell - 1;
            if (column < columns - 1) near[cell][nears[cell]++] = cell + 1;
            if (row) near[cell][nears[cell]++] = cell - columns;
            if (row < rows - 1) near[cell][nears[cell]++] = cell + columns;
        }
    for (int cell = 0; cell < cells; cell++)
        for (int each = 0; owner[cell] >= 2 && each < nears[cell]; each++) {
            int who = owner[cell] - 2, beside = near[cell][each];
            if (owner[beside] < 2 && !is_gate[who][beside]) is_gate[who][beside] = 1, gate[who][gates[who]++] = beside;
        }
    at = board;
    for (int row = rows - 1; row >= 0; row--, at++)
        for (int column = 0; column < columns; column++, at++)
            if (*at == '1' || *at == '2') set(row * columns + column, *at - '1');
    side = field(text, " t=")[0] - '0';
    winner = -1;
}

static void write_position(void) {
    static const char signs[] = ".12AB";
    printf("b=");
    for (int row = rows - 1; row >= 0; row--) {
        for (int column = 0; column < columns; column++) putchar(signs[owner[row * columns + column] + 1]);
        if (row) putchar('/');
    }
    if (winner < 0)
        printf(" t=%d", side);
    else
        printf(" t=- win=%d", winner);
}

static void write_cell(int cell) {
    int column = cell % columns;
    if (column >= 26) putchar('a' + column / 26 - 1);
    printf("%c%d", 'a' + column % 26, cell / columns + 1);
}

static int read_cell(const char **text) {
    int column = 0;
    for (; **text >= 'a'; (*text)++) column = 26 * column + **text - 'a' + 1;
    return ((int)strtol(*text, (char **)text, 10) - 1) * columns + column - 1;
}

/* A block is named by its top left cell; here it is known by the bottom left one. */
static int top_left(int cell) { return cell + (BLOCK - 1) * columns; }

static void write_move(Move move) {
    putchar("ACVQ"[move.kind]);
    for (int at = 0; at < (move.kind == ACQUIRE ? 3 : move.kind == VANQUISH); at++) {
        putchar(' ');
        write_cell(move.kind == VANQUISH ? top_left(move.cells[at]) : move.cells[at]);
    }
}

static int connected(int who) {
    static int seen[MOST_CELLS], stack[MOST_CELLS], now;
    int height = 0;
    now++;
    for (int at = 0; at < gates[who]; at++)
        if (owner[gate[who][at]] == who) seen[gate[who][at]] = now, stack[height++] = gate[who][at];
    while (height) {
        int cell = stack[--height];
        if (is_gate[1 - who][cell]) return 1;
        for (int at = 0; at < nears[cell]; at++) {
            int next = near[cell][at];
            if (owner[next] == who && seen[next] != now) seen[next] = now, stack[height++] = next;
        }
    }
    return 0;
}

static void conquer(int who) {
    int stack[MOST_CELLS], height = 0;
    for (int cell = 0; cell < cells; cell++)
        if (owner[cell] == 1 - who && around[who][cell] >= 2) stack[height++] = cell;
    while (height) {
        int cell = stack[--height];
        if (owner[cell] != 1 - who) continue;
        change(cell, who);
        for (int at = 0; at < nears[cell]; at++) {
            int next = near[cell][at];
            if (owner[next] == 1 - who && around[who][next] >= 2) stack[height++] = next;
        }
    }
}

/* Who owns all of the block with this bottom left cell, -1 where it is empty, -2 where it may not be emptied. */
static int vanquishable(int corner, int who) {
    int row = corner / columns, column = corner % columns, support = 0;
    if (row + BLOCK > rows || column + BLOCK > columns || owner[corner] >= 2) return -2;
    for (int at = 0; at < BLOCK * BLOCK; at++)
        if (owner[corner + at / BLOCK * columns + at % BLOCK] != owner[corner]) return -2;
    for (int at = 0; at < BLOCK; at++) {
        support += row > 0 && owner[corner - columns + at] == who;
        support += row + BLOCK < rows && owner[corner + BLOCK * columns + at] == who;
        support += column > 0 && owner[corner + at * columns - 1] == who;
        support += column + BLOCK < columns && owner[corner + at * columns + BLOCK] == who;
    }
    return support >= SUPPORT ? owner[corner] : -2;
}

static void vanquish(int corner) {
    for (int at = 0; at < BLOCK * BLOCK; at++) {
        int cell = corner + at / BLOCK * columns + at % BLOCK;
        if (owner[cell] >= 0) change(cell, -1);
    }
}

static void make(Move move) {
    if (move.kind == CONQUEST) winner = side;
    if (move.kind == CONQUER) conquer(side);
    if (move.kind == VANQUISH) vanquish(move.cells[0]);
    for (int at = 0; move.kind == ACQUIRE && at < 3; at++) change(move.cells[at], side);
    side = 1 - side;
}

static void unmake(int mark) {
    undo_to(mark);
    side = 1 - side;
}

static void write_moves(void) {
    printf("C");
    if (connected(side)) printf(";Q");
    for (int corner = 0; corner < cells; corner++)
        if (vanquishable(corner, side) > -2) {
            putchar(';');
            write_move((Move){VANQUISH, {corner, 0, 0}});
        }
}

static void play_text(const char *text) {
    Move move = {text[0] == 'A' ? ACQUIRE : text[0] == 'C' ? CONQUER : text[0] == 'V' ? VANQUISH : CONQUEST, {0, 0, 0}};
    const char *at = text + 1;
    for (int number = 0; *at == ' '; number++) at++, move.cells[number] = read_cell(&at);
    if (move.kind == VANQUISH) move.cells[0] -= (BLOCK - 1) * columns;
    make(move);
}

/* What it costs to have a cell in a chain that holds: twice the empty cells, more where the other side can cut. */
static int cost(int cell, int who) {
    int threat = around[1 - who][cell] >= 2;
    if (owner[cell] == who) return threat ? 1 : 0;
    if (owner[cell] == -1) return threat ? 3 : 2;
    return owner[cell] >= 2 ? FAR : around[who][cell] >= 2 ? 2 : 6;
}

/* The cheapest way of `who` from the gates of `from` to every cell, or only to the gates of the other headquarters. */
static int way(int who, int from, int *far, int everywhere) {
    static int bucket[8][4 * MOST_CELLS];
    int length[8] = {0}, waiting = 0;
    for (int cell = 0; cell < cells; cell++) far[cell] = FAR;
    for (int at = 0; at < gates[from]; at++) {
        int cell = gate[from][at], here = cost(cell, who);
        if (here < FAR) far[cell] = here, previous[cell] = -1, bucket[here & 7][length[here & 7]++] = cell, waiting++;
    }
    int shortest = FAR;
    for (int now = 0; waiting; now++)
        while (length[now & 7]) {
            int cell = bucket[now & 7][--length[now & 7]];
            waiting--;
            if (far[cell] != now) continue;
            if (is_gate[1 - from][cell] && shortest == FAR) {
                shortest = now;
                if (!everywhere) return now;
            }
            for (int at = 0; at < nears[cell]; at++) {
                int next = near[cell][at];
                if (far[next] <= now) continue;
                int then = now + cost(next, who);
                if (then >= far[next]) continue;
                far[next] = then, previous[next] = cell;
                bucket[then & 7][length[then & 7]++] = next, waiting++;
            }
        }
    return shortest;
}

/* True when a chain of `who` still holds after each conquer and vanquish of the other side. */
static int unbreakable(int who) {
    int mark = changes;
    conquer(1 - who);
    int holds = connected(who);
    undo_to(mark);
    for (int corner = 0; holds && corner < cells; corner++)
        if (owner[corner] == who && vanquishable(corner, 1 - who) == who) {
            vanquish(corner);
            holds = connected(who);
            undo_to(mark);
        }
    return holds;
}

/* True when the way that was weighed last can be filled with three cells at once, and then holds. */
static int can_complete(int who, const int *far) {
    int mark = changes, missing = 0, here = gate[1 - who][0];
    for (int at = 1; at < gates[1 - who]; at++)
        if (far[gate[1 - who][at]] < far[here]) here = gate[1 - who][at];
    for (; here >= 0 && missing <= 3; here = previous[here]) {
        if (owner[here] == who) continue;
        missing += owner[here] == -1 ? 1 : 4;
        change(here, who);
    }
    int complete = missing <= 3 && connected(who) && unbreakable(who);
    undo_to(mark);
    return complete;
}

static int difference(int who) {
    static int far[MOST_CELLS];
    int mine = way(who, who, far, 0), theirs = way(1 - who, 1 - who, far, 0);
    return STEP * (theirs - mine);
}

/* For the side to move, in tenths of half a cell. */
static int evaluate(int ply) {
    static int far[MOST_CELLS];
    if (connected(side)) return WIN - ply;
    if (connected(1 - side)) {
        if (unbreakable(1 - side)) return ply + 1 - WIN;
        int mark = changes;
        conquer(side);
        int value = difference(side) - TEMPO;
        undo_to(mark);
        return value;
    }
    int mine = way(side, side, far, 1);
    if (mine <= 9 && can_complete(side, far)) return WIN - ply - 2;
    int theirs = way(1 - side, 1 - side, far, 0);
    return STEP * (theirs - mine) + TEMPO;
}

/* The empty cells on or beside the cheapest ways of both sides, the most useful first. */
static int find_candidates(int *found, int width) {
    static int near_way[MOST_CELLS], far_way[MOST_CELLS], rank[MOST_CELLS];
    int number = 0, ranks[MOST_CANDIDATES];
    memset(rank, 0, sizeof rank);
    for (int who = 0; who < 2; who++) {
        int shortest = way(who, who, near_way, 1);
        way(who, 1 - who, far_way, 1);
        for (int cell = 0; cell < cells; cell++) {
            if (owner[cell] != -1) continue;
            int more = near_way[cell] + far_way[cell] - cost(cell, who) - shortest;
            if (more <= 4) rank[cell] += 8 * (5 - more) + 3 * around[0][cell] + 3 * around[1][cell];
        }
    }
    for (int cell = 0; cell < cells; cell++) {
        if (!rank[cell] || (number == width && rank[cell] <= ranks[width - 1])) continue;
        int at = number < width ? number++ : width - 1;
        for (; at > 0 && ranks[at - 1] < rank[cell]; at--) ranks[at] = ranks[at - 1], found[at] = found[at - 1];
        ranks[at] = rank[cell], found[at] = cell;
    }
    return number;
}

static int insert(Move move, int value, Move *moves, int *values, int number, int width) {
    if (number == width && value <= values[width - 1]) return number;
    int at = number < width ? number++ : width - 1;
    for (; at > 0 && values[at - 1] < value; at--) moves[at] = moves[at - 1], values[at] = values[at - 1];
    moves[at] = move, values[at] = value;
    return number;
}

/* Acquires, grown cell by cell; of each size the best `beam` are kept. */
static int grow(Move *sets, int *values, int width, int beam) {
    int candidates[MOST_CANDIDATES], count = find_candidates(candidates, width), number = 1, me = side;
    sets[0] = (Move){ACQUIRE, {-1, -1, -1}};
    for (int chosen = 0; chosen < 3; chosen++) {
        Move larger[MOST_CANDIDATES];
        int worth[MOST_CANDIDATES], found = 0;
        for (int each = 0; each < number; each++)
            for (int at = 0; at < count && !stopped; at++) {
                int known = 0, mark = changes;
                Move move = sets[each];
                for (int other = 0; other < chosen; other++) known |= move.cells[other] == candidates[at];
                if (known) continue;
                move.cells[chosen] = candidates[at];
                for (int other = 0; other <= chosen; other++) change(move.cells[other], me);
                int value = difference(me), same = 0;
                undo_to(mark);
                out_of_time();
                for (int other = 0; other < found && !same; other++) {
                    int common = 0;
                    for (int one = 0; one <= chosen; one++)
                        for (int two = 0; two <= chosen; two++) common += larger[other].cells[one] == move.cells[two];
                    same = common == chosen + 1;
                }
                if (!same) found = insert(move, value, larger, worth, found, beam);
            }
        number = found;
        memcpy(sets, larger, sizeof(Move) * (size_t)found);
        memcpy(values, worth, sizeof(int) * (size_t)found);
    }
    return number;
}

static int propose(Move *moves, int width, int beam) {
    Move sets[MOST_CANDIDATES];
    int values[MOST_TURNS], worth[MOST_CANDIDATES], number = 0, mark = changes, me = side;
    if (connected(side)) {
        moves[0] = (Move){CONQUEST, {0, 0, 0}};
        return 1;
    }
    conquer(me);
    number = insert((Move){CONQUER, {0, 0, 0}}, difference(me), moves, values, number, MOST_TURNS);
    undo_to(mark);
    for (int corner = 0; corner < cells; corner++)
        if (owner[corner] == 1 - me && vanquishable(corner, me) == 1 - me) {
            vanquish(corner);
            number = insert((Move){VANQUISH, {corner, 0, 0}}, difference(me), moves, values, number, MOST_TURNS);
            undo_to(mark);
        }
    int found = grow(sets, worth, width, beam);
    for (int at = 0; at < found && !stopped; at++) number = insert(sets[at], worth[at], moves, values, number, MOST_TURNS);
    return number;
}

static int search(int depth, int ply, int alpha, int beta) {
    if (out_of_time()) return 0;
    int here = evaluate(ply);
    if (depth <= 0 || here > WIN / 2 || here < -WIN / 2) return here;
    Move moves[MOST_TURNS];
    int number = propose(moves, 10, 6), best = -INFINITE;
    if (stopped) return 0;
    for (int at = 0; at < number && at < 8; at++) {
        int mark = changes;
        make(moves[at]);
        int value = -search(depth - 1, ply + 1, -beta, -alpha);
        unmake(mark);
        if (stopped) return 0;
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

static void think(void) {
    Move moves[MOST_TURNS];
    int number = propose(moves, 20, 16);
    Move chosen = moves[0];
    for (int depth = 0; chosen.kind != CONQUEST && depth < DEEPEST && !stopped; depth++) {
        int alpha = -INFINITE;
        for (int at = 0; at < number; at++) {
            int mark = changes;
            Move move = moves[at];
            make(move);
            int value = -search(depth, 1, -INFINITE, -alpha);
            unmake(mark);
            if (stopped) break;
            if (value > alpha) {
                alpha = value, chosen = move;
                for (int other = at; other > 0; other--) moves[other] = moves[other - 1];
                moves[0] = chosen;
            }
        }
        if (alpha > WIN / 2 || alpha < -WIN / 2) break;
    }
    write_move(chosen);
}
