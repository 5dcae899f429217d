/* What the learned player looks at, in whole numbers: games/players/policies/learned/reading.py has the same numbers in the
 * same order. Nothing comes from a hidden card. */
#ifndef LOOK_H
#define LOOK_H
#include "players.h"

enum { TAKE, END, PUT, JUDGEMENTS }; /* the three judgements: take the open card, play on, throw */
enum { COMMON = 27, OWN_TAKE = 25, OWN_END = 17, OWN_PUT = 34, MOST_OWN = 34, MOST_PRODUCTS = 45, MOST_CARDS = 8 };
static const int OWN[JUDGEMENTS] = {OWN_TAKE, OWN_END, OWN_PUT};
static const int PRODUCTS[JUDGEMENTS] = {0, 45, 36};

/* By what a number is divided in training, so that it is about one. */
static const float COMMON_SIZE[COMMON] = {10, 5, 20, 31, 3, 3, 80, 5, 3, 10, 3, 1, 1, 1, 1, 1, 1, 4, 4, 3, 3, 8, 1, 3, 3, 1, 1};
static const float OWN_SIZE[JUDGEMENTS][MOST_OWN] = {
    {1, 10, 10, 1, 1, 1, 10, 3, 20, 80, 40, 5, 30, 1, 80, 40, 40, 5, 15, 10, 1, 3, 10, 3, 10},
    {10, 10, 20, 5, 8, 80, 40, 40, 10, 1, 1, 1, 1, 40, 10, 10, 50},
    {10, 40, 10, 4, 4, 4, 1, 1, 10, 20, 50, 1, 80, 40, 15, 10, 1, 5, 10, 10, 3, 2, 12, 1, 1, 1, 1, 1, 3, 1, 8, 1, 10, 1}};
static const int END_BASE[9] = {0, 3, 100, 101, 102, 1, 2, 103, 104}; /* from 100 on: own numbers */

typedef struct {
    int n, card[MOST_CARDS], left[MOST_CARDS]; /* the choices of a throw; otherwise one */
    int common[COMMON], own[MOST_CARDS][MOST_OWN], products[MOST_CARDS][MOST_PRODUCTS];
} Look;

typedef struct {
    int gins, better, knocks, best, sum3, sum7, mean;
} Hopes;

/* What the cards that may still come make of ten cards: means are in quarters of a point. */
static Hopes hopes_of(Hand ten, Hand live, int count)
{
    uint8_t after[52];
    Hopes hopes = {0};
    int n = all_after(ten, live, after), taken, sum = 0;
    if (!n) return hopes;
    for (int i = 0; i < n; i++)
        sum += after[i], hopes.gins += !after[i], hopes.better += after[i] < count, hopes.knocks += after[i] <= LIMIT;
    hopes.mean = 4 * sum / n;
    hopes.best = smallest(after, n, 1, &taken);
    sum = smallest(after, n, 3, &taken), hopes.sum3 = 4 * sum / taken;
    sum = smallest(after, n, 7, &taken), hopes.sum7 = 4 * sum / taken;
    return hopes;
}

/* The points of these cards that complete a three with two cards that the other seat is known to hold. */
static int fitting(Hand cards, Hand known)
{
    int points = 0;
    EACH(card, cards) for (int i = 0; i < PAIR_COUNT[card]; i++) if ((PAIRS[card][i] & ~known) == 0)
    {
        points += VALUE[card];
        break;
    }
    return points;
}

static Hand open_live(const Table *table, int seat) { return live_of(table, seat) & ~BIT(table->upcard); }

static int most_value(Hand cards)
{
    int most = 0;
    EACH(card, cards) if (VALUE[card] > most) most = VALUE[card];
    return most;
}

static void look_common(const Table *table, int *to)
{
    int me = table->turn, other = 1 - me, n = table->throw_count[other], turn = capped_turn(table);
    const uint8_t *threw = table->throws[other];
    Hand known = table->held[other], refused = table->refused[other], before = 0;
    int sum = 0, low = 0, faces = 0, ups = 0, mates = 0, threes = 0, lone = 0, few = 0, left = 0;
    for (int i = 0; i < n; i++) {
        int card = threw[i];
        sum += VALUE[card], low += VALUE[card] <= 5, faces += VALUE[card] == 10;
        ups += i && card % 13 > threw[i - 1] % 13, mates += (NEAR[card] & before) != 0, before |= BIT(card);
    }
    EACH(card, known) threes += fitting(BIT(card), known) > 0, lone += !(NEAR[card] & known), few += VALUE[card] <= 3;
    EACH(card, refused) left += VALUE[card] <= 5;
    int numbers[COMMON] = {
        turn,
        COUNT(known),
        n ? (n > 1 ? VALUE[threw[n - 1]] + VALUE[threw[n - 2]] : 2 * VALUE[threw[0]]) : 20,
        table->left,
        table->takes[other],
        table->takes[me],
        n ? 8 * sum / n : 80,
        COUNT(table->held[me]),
        threes,
        n ? VALUE[threw[n - 1]] : 10,
        low,
        turn == 1,
        turn == 2,
        turn == 3,
        turn == 4,
        turn == 5,
        table->left <= 6,
        faces,
        ups,
        mates,
        left,
        COUNT(refused),
        known >> table->upcard & 1,
        lone,
        few,
        n > 1 && threw[n - 1] % 13 > threw[n - 2] % 13,
        table->takes[other] > COUNT(known),
    };
    memcpy(to, numbers, sizeof numbers);
}

static void look_take(const Table *table, Look *look)
{
    int me = table->turn, card = table->top, mates = 0, better = 0, out, least_left = 999;
    Hand hand = table->hands[me], eleven = hand | BIT(card), live = open_live(table, me) & ~BIT(card);
    int now = deadwood(hand), then = after_throw(eleven), melds = in_a_meld(eleven, card), as_strong = then < now && melds;
    for (int i = 0; i < PAIR_COUNT[card]; i++) mates += COUNT(PAIRS[card][i] & hand) == 1 && !(PAIRS[card][i] & ~(hand | live));
    Hopes hopes = hopes_of(hand, live, then);
    better = hopes.better;
    out = LOWEST(hand);
    EACH(one, hand) {
        int left = deadwood(eleven & ~BIT(one));
        if (left < least_left || (left == least_left && VALUE[one] > VALUE[out])) out = one, least_left = left;
    }
    Hopes taken = hopes_of(eleven & ~BIT(out), live, least_left);
    int numbers[OWN_TAKE] = {
        as_strong,
        now - then,
        then,
        melds,
        then == 0,
        then <= LIMIT,
        VALUE[card],
        mates,
        better,
        hopes.mean,
        hopes.sum7,
        hopes.gins,
        now,
        then < now,
        taken.mean,
        taken.sum7,
        taken.sum3,
        taken.gins,
        taken.knocks,
        VALUE[out],
        table->phase == UPCARD,
        COUNT(NEAR[card] & table->thrown),
        as_strong * look->common[0],
        as_strong * hopes.gins,
        least_left,
    };
    look->n = 1;
    memcpy(look->own[0], numbers, sizeof numbers);
}

static void look_end(const Table *table, int card, int count, Look *look)
{
    int me = table->turn, fits = 0, at = 0;
    Hand ten = table->hands[me] & ~BIT(card), live = open_live(table, me), known = table->held[1 - me], loose = loose_of(ten);
    Hopes hopes = hopes_of(ten, live, count);
    EACH(one, live & completing(ten)) fits += deadwood(ten | BIT(one)) <= count;
    int numbers[OWN_END] = {
        count,
        hopes.gins,
        hopes.better,
        COUNT(loose),
        fits,
        hopes.mean,
        hopes.sum7,
        hopes.sum3,
        fitting(loose, known),
        COUNT(NEAR[card] & known),
        hopes.gins > 0,
        hopes.gins == 1,
        hopes.gins == 2,
        COUNT(live),
        hopes.best,
        most_value(loose),
        potential(ten, table->thrown | known | BIT(card)),
    };
    look->n = 1;
    memcpy(look->own[0], numbers, sizeof numbers);
    int base[9];
    for (int i = 0; i < 9; i++) base[i] = END_BASE[i] < 100 ? look->common[END_BASE[i]] : numbers[END_BASE[i] - 100];
    for (int i = 0; i < 9; i++)
        for (int j = i; j < 9; j++) look->products[0][at++] = base[i] * base[j];
}

static void look_put(const Table *table, Look *look)
{
    int me = table->turn, other = 1 - me, n = table->throw_count[other];
    Hand hand = table->hands[me], known = table->held[other], live = open_live(table, me);
    Hand seen = table->thrown | hand | (BIT(table->upcard) & ~known);
    Hand threw = table->threw[other], refused = table->refused[other], in_melds = hand & ~loose_of(hand);
    Gone gone = gone_of(table, me);
    for (int i = 0; i < look->n; i++) {
        int card = look->card[i], left = look->left[i];
        Hand ten = hand & ~BIT(card), mates = (RANK_MASK << card % 13) & ~BIT(card), beside = NEAR[card] & ~mates;
        Hand loose = loose_of(ten);
        Hopes hopes = hopes_of(ten, live, left);
        Ways ways = ways_of(card, seen, known, &gone);
        int numbers[OWN_PUT] = {
            left,
            hopes.sum7,
            VALUE[card],
            ways.far,
            ways.close,
            ways.no,
            ways.one,
            ways.two,
            hopes.gins,
            hopes.better,
            potential(ten, table->thrown | known | BIT(card)),
            left <= LIMIT,
            hopes.mean,
            hopes.sum3,
            hopes.knocks,
            COUNT(ten & ~loose),
            table->held[me] >> card & 1,
            COUNT(loose),
            most_value(loose),
            fitting(loose, known),
            COUNT(mates & table->thrown),
            COUNT(beside & table->thrown),
            card % 13,
            table->drawn == card,
            COUNT(mates & threw),
            COUNT(beside & threw),
            COUNT(mates & refused),
            COUNT(beside & refused),
            COUNT(NEAR[card] & ten),
            n && NEAR[card] >> table->throws[other][n - 1] & 1,
            COUNT(completing(ten) & live),
            ways.far + ways.close + ways.no + ways.one + ways.two == 0,
            hopes.best,
            in_melds >> card & 1,
        };
        memcpy(look->own[i], numbers, sizeof numbers);
        for (int a = 0; a < 12; a++)
            for (int b = 0; b < 3; b++) look->products[i][3 * a + b] = numbers[a] * look->common[b];
    }
}

#endif
