/* The players that need no training: the house's own as games/players/policies has them, and the peer's manner. */
#ifndef PLAYERS_H
#define PLAYERS_H
#include "deal.h"

enum { BEGINNER, NOVICE, CLUB, STRONG, TOP_V1, AT_ONCE, ONLY_GIN, STRONG_AT_ONCE, SIMPLE, KINDS };

static double KNOCK_SUMS[55], THROW_SUMS[48]; /* the weights of top-v1, set by the caller */

static int turn_of(const Table *table) { return 1 + COUNT(table->thrown) / 2; }

static Hand throwable(const Table *table)
{
    Hand hand = table->hands[table->turn];
    return table->taken >= 0 ? hand & ~BIT(table->taken) : hand;
}

static int in_a_meld(Hand hand, int card) { return !(loose_of(hand) >> card & 1); }

/* The card with which the deal would be ended: what leaves least, the highest of these, then the first. */
static int cheapest(const Table *table, int *count)
{
    Hand hand = table->hands[table->turn];
    int best = -1;
    *count = 999;
    EACH(card, throwable(table)) {
        int left = deadwood(hand & ~BIT(card));
        if (left < *count || (left == *count && VALUE[card] > VALUE[best])) *count = left, best = card;
    }
    return best;
}

static double danger(int card, Hand known, Hand refused, Hand gone)
{
    static const double SURE[3] = {1.0, 4.0, 20.0};
    double ways = 0.0;
    for (int i = 0; i < PAIR_COUNT[card]; i++) {
        Hand pair = PAIRS[card][i];
        if (pair & gone) continue;
        int sure = COUNT(pair & known);
        ways += SURE[sure];
        if (!sure && pair & refused) ways += -0.3;
    }
    return ways;
}

static int potential(Hand hand, Hand out)
{
    int points = 0;
    Hand gone = out | hand;
    EACH(card, hand) for (int i = 0; i < PAIR_COUNT[card]; i++)
    {
        Hand pair = PAIRS[card][i], missing = pair & ~hand;
        if (missing && missing != pair && !(missing & gone)) points += VALUE[card];
    }
    return points;
}

/* The sum of the `most` smallest of counts below 128, and how many there were. */
static int smallest(const uint8_t *after, int n, int most, int *taken)
{
    uint8_t tally[128] = {0};
    for (int i = 0; i < n; i++) tally[after[i]]++;
    int sum = 0, need = n < most ? n : most;
    *taken = need;
    for (int left = 0; need > 0; left++) {
        int some = tally[left] < need ? tally[left] : need;
        sum += some * left, need -= some;
    }
    return sum;
}

/* The cards that complete a three with two of these. */
static Hand completing(Hand cards)
{
    const Hand low = RANK_MASK, high = RANK_MASK << 12;
    Hand up = cards << 1 & ~low, down = cards >> 1 & ~high, found;
    found = (up & (up << 1 & ~low)) | (down & (down >> 1 & ~high)) | (up & down);
    Hand c = cards & 8191, d = cards >> 13 & 8191, h = cards >> 26 & 8191, s = cards >> 39 & 8191;
    Hand twos = (c & d) | (c & h) | (c & s) | (d & h) | (d & s) | (h & s);
    return (found | twos | twos << 13 | twos << 26 | twos << 39) & PACK;
}

/* What each of these cards leaves with the ten, after the best throw. A card that completes no three is thrown again, or
 * another one is. */
static int all_after(Hand ten, Hand live, uint8_t *after)
{
    int n = 0, kept = deadwood(ten), nine = after_throw(ten);
    Hand melds = completing(ten);
    EACH(card, live & melds) after[n++] = after_throw(ten | BIT(card));
    EACH(card, live & ~melds) {
        int other = nine + VALUE[card];
        after[n++] = other < kept ? other : kept;
    }
    return n;
}

/* ---- takes */

static int strong_takes(const Table *table)
{
    Hand hand = table->hands[table->turn], eleven = hand | BIT(table->top);
    return after_throw(eleven) < deadwood(hand) && in_a_meld(eleven, table->top);
}

static int takes(const Table *table, int kind)
{
    Hand hand = table->hands[table->turn], eleven = hand | BIT(table->top);
    if (kind == BEGINNER) return (hand & RANK_MASK << table->top % 13) || in_a_meld(eleven, table->top);
    if (kind == NOVICE || kind == CLUB || kind == AT_ONCE) return after_throw(eleven) < deadwood(hand);
    if (kind == SIMPLE) return after_throw(eleven) <= LIMIT || in_a_meld(eleven, table->top);
    return strong_takes(table);
}

/* ---- knocks */

static double last_throws(const Table *table, int seat)
{
    int n = table->throw_count[seat];
    if (!n) return 10.0;
    int last = VALUE[table->throws[seat][n - 1]];
    return n == 1 ? last : (last + VALUE[table->throws[seat][n - 2]]) / 2.0;
}

static Hand live_of(const Table *table, int seat)
{
    return PACK & ~(table->hands[seat] | table->thrown | table->held[1 - seat]);
}

static double capped_turn(const Table *table) { return turn_of(table) < 12 ? turn_of(table) : 12; }

static int top_knocks(const Table *table, int count)
{
    int seat = table->turn, thrown = -1, better = 0, gins = 0, fits = 0;
    Hand hand = table->hands[seat], live = live_of(table, seat);
    EACH(card, hand) if (deadwood(hand & ~BIT(card)) == count && (thrown < 0 || VALUE[card] > VALUE[thrown])) thrown = card;
    Hand ten = hand & ~BIT(thrown);
    EACH(card, live) {
        int left = after_throw(ten | BIT(card));
        gins += !left, better += left < count, fits += deadwood(ten | BIT(card)) <= count;
    }
    double base[9] = {capped_turn(table) / 10,
                      table->left / 31.0,
                      count / 10.0,
                      gins / 10.0,
                      better / 20.0,
                      COUNT(table->held[1 - seat]) / 5.0,
                      last_throws(table, 1 - seat) / 10,
                      COUNT(loose_of(ten)) / 5.0,
                      fits / 8.0};
    double sum = KNOCK_SUMS[0];
    int at = 1;
    for (int i = 0; i < 9; i++) sum += KNOCK_SUMS[at++] * base[i];
    for (int i = 0; i < 9; i++)
        for (int j = i; j < 9; j++) sum += KNOCK_SUMS[at++] * (base[i] * base[j]);
    return sum < 0;
}

static int knocks(const Table *table, int kind, int count)
{
    if (!count) return 1;
    if (kind == BEGINNER) return count <= 3;
    if (kind == NOVICE) return count <= 7;
    if (kind == CLUB) return count <= 2 || table->left >= 22;
    if (kind == STRONG) return count >= 3 * (turn_of(table) - 2);
    if (kind == TOP_V1) return top_knocks(table, count);
    return kind != ONLY_GIN;
}

/* ---- throws */

/* 0.9 to the power of 0, 1, 2 …, as every machine has it. */
static const double FADED[24] = {
    1.0, 0.9, 0.81, 0.7290000000000001, 0.6561, 0.5904900000000001,
    0.531441, 0.4782969000000001, 0.4304672100000001, 0.3874204890000001, 0.3486784401000001, 0.31381059609000006,
    0.2824295364810001, 0.2541865828329001, 0.2287679245496101, 0.20589113209464907, 0.18530201888518416, 0.16677181699666577,
    0.15009463529699918, 0.13508517176729928, 0.12157665459056935, 0.10941898913151242, 0.09847709021836118, 0.08862938119652507};

static int strong_throws(const Table *table)
{
    int seat = table->turn, best_left = 999, highest = 0, best = -1, left[52];
    Hand hand = table->hands[seat], cards = throwable(table), open = 0, near = 0, loose = loose_of(hand);
    EACH(card, cards) {
        left[card] = deadwood(hand & ~BIT(card));
        if (left[card] < best_left) best_left = left[card];
    }
    EACH(card, cards & loose) if (left[card] <= best_left + 5) open |= BIT(card);
    if (!open) EACH(card, cards) if (left[card] == best_left) open |= BIT(card);
    EACH(card, open) if (VALUE[card] > highest) highest = VALUE[card];
    EACH(card, open) if (VALUE[card] >= highest - 5) near |= BIT(card);
    if (COUNT(near) == 1) return LOWEST(near);
    Hand known = table->held[1 - seat], live = live_of(table, seat);
    double weight = 7.0 * FADED[turn_of(table) - 1], least_cost = 0;
    EACH(card, near) {
        double hope = 0.0;
        if (live) {
            uint8_t after[52];
            int taken, sum = smallest(after, all_after(hand & ~BIT(card), live, after), 7, &taken);
            hope = weight * ((double)sum / taken);
        }
        double risk = 2.0 * danger(card, known, table->refused[1 - seat], table->thrown | hand);
        double cost = left[card] + hope + risk;
        if (best < 0 || cost < least_cost || (cost == least_cost && VALUE[card] > VALUE[best])) best = card, least_cost = cost;
    }
    return best;
}

/* What the other seat reveals: pairs that it cannot have had, and the cards near to what it threw. */
typedef struct {
    Hand shown, near;
} Gone;

static Gone gone_of(const Table *table, int seat)
{
    Gone gone = {.shown = table->threw[1 - seat] | table->refused[1 - seat]};
    EACH(card, table->threw[1 - seat]) gone.near |= NEAR[card];
    return gone;
}

/* Is the pair one that makes a meld of three with one of these cards? */
static int completes(Hand pair, Hand cards)
{
    int one = LOWEST(pair);
    for (Hand some = cards & NEAR[one]; some; some &= some - 1) {
        Hand three = pair | BIT(LOWEST(some));
        if (COUNT(three) == 3 && is_three(three)) return 1;
    }
    return 0;
}

typedef struct {
    int far, close, no, one, two;
} Ways;

static Ways ways_of(int card, Hand seen, Hand known, const Gone *gone)
{
    Ways ways = {0};
    for (int i = 0; i < PAIR_COUNT[card]; i++) {
        Hand pair = PAIRS[card][i];
        if (pair & seen) continue;
        int sure = COUNT(pair & known);
        if (sure)
            ways.one += sure == 1, ways.two += sure == 2;
        else if (completes(pair, gone->shown))
            ways.no++;
        else if (pair & gone->near)
            ways.close++;
        else
            ways.far++;
    }
    return ways;
}

/* Loose cards that leave at most `dearer` more than the least, and all that leave at most `breaking` more (-1: these
 * only where there are no others); the cheapest first, at most `most`. */
static int candidates(const Table *table, int dearer, int breaking, int most, int *cards, int *left_by)
{
    Hand hand = table->hands[table->turn], can = throwable(table), loose = loose_of(hand);
    int left[52], best = 999, n = 0;
    EACH(card, can) {
        left[card] = deadwood(hand & ~BIT(card));
        if (left[card] < best) best = left[card];
    }
    Hand near = 0;
    EACH(card, can) if ((loose >> card & 1 && left[card] <= best + dearer) || left[card] <= best + breaking) near |= BIT(card);
    if (!near) EACH(card, can) if (left[card] == best) near |= BIT(card);
    EACH(card, near) {
        int at = n++;
        for (; at > 0; at--) {
            int before = cards[at - 1];
            if (left[before] < left[card] || (left[before] == left[card] && VALUE[before] >= VALUE[card])) break;
            cards[at] = before;
        }
        cards[at] = card;
    }
    if (n > most) n = most;
    for (int i = 0; i < n; i++) left_by[i] = left[cards[i]];
    return n;
}

static int top_throws(const Table *table)
{
    int seat = table->turn, cards[12], left_by[12], best = -1;
    int n = candidates(table, 8, -1, 5, cards, left_by);
    if (n == 1) return cards[0];
    Hand hand = table->hands[seat], known = table->held[1 - seat], live = live_of(table, seat);
    Gone gone = gone_of(table, seat);
    double by[4] = {1.0, capped_turn(table) / 10, COUNT(known) / 5.0, last_throws(table, 1 - seat) / 10}, most = 0;
    for (int i = 0; i < n; i++) {
        int card = cards[i], left = left_by[i], taken, gins = 0, better = 0;
        Hand ten = hand & ~BIT(card);
        uint8_t after[52];
        int cases = all_after(ten, live, after), sum = smallest(after, cases, 7, &taken);
        for (int k = 0; k < cases; k++) gins += !after[k], better += after[k] < left;
        Ways ways = ways_of(card, table->thrown | hand, known, &gone);
        double base[12] = {left / 10.0,
                           (double)sum / (taken ? taken : 1) / 10,
                           VALUE[card] / 10.0,
                           ways.far / 4.0,
                           ways.close / 4.0,
                           ways.no / 4.0,
                           ways.one,
                           ways.two,
                           gins / 10.0,
                           better / 20.0,
                           potential(ten, table->thrown | known | BIT(card)) / 50.0,
                           left <= LIMIT};
        double worth = 0;
        for (int a = 0; a < 12; a++)
            for (int b = 0; b < 4; b++) worth += THROW_SUMS[4 * a + b] * (base[a] * by[b]);
        if (best < 0 || worth > most || (worth == most && (VALUE[card] > VALUE[best] || (VALUE[card] == VALUE[best] && card > best))))
            best = card, most = worth;
    }
    return best;
}

static int dealt_with(const Table *table, int kind, Chance *chance)
{ /* the plain players: the cheapest card by their own order, equal ones by chance */
    int seat = table->turn, best = -1, least_left = 999;
    double costs[4], least_costs[4];
    Hand hand = table->hands[seat], cards = throwable(table), loose = loose_of(hand), out = table->thrown;
    if (kind == CLUB) {
        EACH(card, cards) if (deadwood(hand & ~BIT(card)) < least_left) least_left = deadwood(hand & ~BIT(card));
    }
    EACH(card, cards) {
        int left = deadwood(hand & ~BIT(card));
        if (kind == CLUB) {
            if (left > least_left + 5) continue;
            double worth = 0.04 * potential(hand & ~BIT(card), out | table->held[1 - seat] | BIT(card));
            double risk = 0.4 * danger(card, table->held[1 - seat], table->refused[1 - seat], out | hand);
            costs[0] = 0, costs[1] = left + risk - worth;
        } else if (kind == BEGINNER) {
            costs[0] = !(loose >> card & 1), costs[1] = COUNT(hand & RANK_MASK << card % 13) > 1;
        } else
            costs[0] = 0, costs[1] = left;
        costs[2] = -VALUE[card], costs[3] = uniform(chance);
        int at = 0;
        while (best >= 0 && at < 3 && costs[at] == least_costs[at]) at++;
        if (best < 0 || costs[at] < least_costs[at]) best = card, memcpy(least_costs, costs, sizeof costs);
    }
    return best;
}

/* The manner of OpenSpiel's SimpleGinRummyBot: the highest rank that is in no meld; where it may not end the deal with
 * the card that it took, what leaves least. */
static int simple_throws(const Table *table)
{
    static const int SUIT[4] = {1, 2, 3, 0}; /* its order of suits */
    Hand hand = table->hands[table->turn], cards = throwable(table), loose = loose_of(hand) & cards;
    int best = -1, least_left = 999;
    if (after_throw(hand) <= LIMIT || !loose) {
        EACH(card, cards) {
            int left = deadwood(hand & ~BIT(card));
            if (left < least_left || (left == least_left && card % 13 > best % 13)) best = card, least_left = left;
        }
        return best;
    }
    EACH(card, loose)
        if (best < 0 || card % 13 > best % 13 || (card % 13 == best % 13 && SUIT[card / 13] > SUIT[best / 13])) best = card;
    return best;
}

static int throws(const Table *table, int kind, Chance *chance)
{
    if (kind == TOP_V1) return top_throws(table);
    if (kind == SIMPLE) return simple_throws(table);
    if (kind == STRONG || kind == ONLY_GIN || kind == STRONG_AT_ONCE) return strong_throws(table);
    return dealt_with(table, kind, chance);
}

#endif
