/* Cards, melds and the showdown, as games/engine/cards has them: a card is 13 * suit + rank, a hand is a mask. */
#ifndef CARDS_H
#define CARDS_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Hand;
#define WORDS 8192
#define BIT(card) (1ULL << (card))
#define PACK (BIT(52) - 1)
#define RANK_MASK 0x8004002001ULL /* the aces: one rank in all suits */
#define COUNT(hand) __builtin_popcountll(hand)
#define LOWEST(hand) __builtin_ctzll(hand)
#define EACH(card, hand) \
    for (Hand left_##card = (hand), once_##card = 1; left_##card; left_##card &= left_##card - 1, once_##card = 1) \
        for (int card = LOWEST(left_##card); once_##card; once_##card = 0)

#define MOST_WAYS 12
typedef struct {
    int runs;
    uint16_t run[4];
} Way; /* one way to lay the runs of a suit */

static int VALUE[52];
static uint8_t RUN[WORDS], GAIN[WORDS];
static uint16_t LINKED[WORDS];
static Way WAYS[WORDS][MOST_WAYS];
static uint8_t WAY_COUNT[WORDS];
static Hand PAIRS[52][16]; /* the pairs that make a meld of three with a card */
static int PAIR_COUNT[52];
static Hand NEAR[52]; /* the cards that can lie in one meld with it */

static int is_three(Hand cards)
{
    int low = LOWEST(cards);
    return cards == (7ULL << low) ? low % 13 <= 10 : !(cards & ~(RANK_MASK << low % 13));
}

static void lay_runs(int word)
{
    if (!word) {
        WAY_COUNT[0] = 1;
        return;
    }
    int top = 31 - __builtin_clz(word), rest = word ^ 1 << top, least = VALUE[top] + RUN[rest];
    for (int size = 3; size <= top + 1; size++) {
        int run = ((1 << size) - 1) << (top + 1 - size);
        if ((word & run) != run) break;
        if (RUN[word ^ run] < least) least = RUN[word ^ run];
    }
    RUN[word] = least;
    if (VALUE[top] + RUN[rest] == least)
        for (int i = 0; i < WAY_COUNT[rest]; i++) WAYS[word][WAY_COUNT[word]++] = WAYS[rest][i];
    for (int size = 3; size <= top + 1; size++) {
        int run = ((1 << size) - 1) << (top + 1 - size);
        if ((word & run) != run) break;
        if (RUN[word ^ run] != least) continue;
        for (int i = 0; i < WAY_COUNT[word ^ run] && WAY_COUNT[word] < MOST_WAYS; i++) {
            Way *way = &WAYS[word][WAY_COUNT[word]++];
            *way = WAYS[word ^ run][i];
            way->run[way->runs++] = run;
        }
    }
}

static void make_tables(void)
{
    if (VALUE[0]) return;
    for (int card = 0; card < 52; card++) VALUE[card] = card % 13 < 9 ? card % 13 + 1 : 10;
    for (int word = 0; word < WORDS; word++) {
        lay_runs(word);
        int middles = word & word << 1 & word >> 1;
        LINKED[word] = middles | middles << 1 | middles >> 1;
        for (int place = 0; place < 13; place++)
            if (word >> place & 1 && RUN[word] - RUN[word ^ 1 << place] > GAIN[word])
                GAIN[word] = RUN[word] - RUN[word ^ 1 << place];
    }
    for (int card = 0; card < 52; card++)
        for (int one = 0; one < 52; one++)
            for (int two = one + 1; two < 52; two++)
                if (one != card && two != card && is_three(BIT(card) | BIT(one) | BIT(two))) {
                    PAIRS[card][PAIR_COUNT[card]++] = BIT(one) | BIT(two);
                    NEAR[card] |= BIT(one) | BIT(two);
                }
}

/* The least deadwood over the choices of sets, less what the best throw saves if `thrown`. */
static int least_of(int c, int d, int h, int s, int triples, int thrown)
{
    int runs = LINKED[c] | LINKED[d] | LINKED[h] | LINKED[s], sure = triples & ~runs;
    c &= ~sure, d &= ~sure, h &= ~sure, s &= ~sure;
    triples &= runs;
    if (!triples) {
        int left = RUN[c] + RUN[d] + RUN[h] + RUN[s];
        if (!thrown) return left;
        int gain = GAIN[c] > GAIN[d] ? GAIN[c] : GAIN[d], other = GAIN[h] > GAIN[s] ? GAIN[h] : GAIN[s];
        return left - (gain > other ? gain : other);
    }
    int rank = triples & -triples, rest = triples ^ rank, kept = ~rank, best = 999;
    int suits[4] = {c, d, h, s};
    for (int out = -2; out < 4; out++) { /* no set, all cards of the rank, or all but one */
        if (out >= 0 && !(c & d & h & s & rank)) break;
        int a[4];
        for (int i = 0; i < 4; i++) a[i] = out == -2 || out == i ? suits[i] : suits[i] & kept;
        /* what is left of the rank serves in runs alone, so it is no triple any more */
        int left;
        if (rest)
            left = least_of(a[0], a[1], a[2], a[3], rest, thrown);
        else {
            left = RUN[a[0]] + RUN[a[1]] + RUN[a[2]] + RUN[a[3]];
            if (thrown) {
                int gain = 0;
                for (int i = 0; i < 4; i++)
                    if (GAIN[a[i]] > gain) gain = GAIN[a[i]];
                left -= gain;
            }
        }
        if (left < best) best = left;
    }
    return best;
}

static inline int least(Hand hand, int thrown)
{
    int c = hand & 8191, d = hand >> 13 & 8191, h = hand >> 26 & 8191, s = hand >> 39 & 8191;
    int triples = (c & d & (h | s)) | (h & s & (c | d));
    if (triples) return least_of(c, d, h, s, triples, thrown);
    int left = RUN[c] + RUN[d] + RUN[h] + RUN[s];
    if (!thrown) return left;
    int gain = GAIN[c] > GAIN[d] ? GAIN[c] : GAIN[d], other = GAIN[h] > GAIN[s] ? GAIN[h] : GAIN[s];
    return left - (gain > other ? gain : other);
}

static inline int deadwood(Hand hand) { return least(hand, 0); }
static inline int after_throw(Hand hand) { return least(hand, 1); }

/* ---- spreads */

typedef struct {
    int melds, fits, cards;
    Hand meld[5], loose;
    uint8_t order[12]; /* the cards of the melds, one meld after the other */
} Spread;

static Hand extension(Hand meld)
{
    int low = LOWEST(meld), high = 63 - __builtin_clzll(meld);
    if (low / 13 != high / 13 || (meld & (meld - 1)) != (meld & ~BIT(low))) return (RANK_MASK << low % 13) & ~meld;
    if (high == low) return 0;
    Hand fits = 0;
    if (low % 13) fits |= BIT(low - 1);
    if (high % 13 < 12) fits |= BIT(high + 1);
    return fits;
}

static Hand extensions(const Spread *spread)
{
    Hand fits = 0;
    for (int i = 0; i < spread->melds; i++) fits |= extension(spread->meld[i]);
    return fits;
}

static void describe(Hand hand, Spread *spread)
{
    for (int i = 1; i < spread->melds; i++) /* the meld with the lowest card first */
        for (int j = i; j > 0 && LOWEST(spread->meld[j]) < LOWEST(spread->meld[j - 1]); j--) {
            Hand one = spread->meld[j];
            spread->meld[j] = spread->meld[j - 1], spread->meld[j - 1] = one;
        }
    spread->fits = COUNT(extensions(spread) & ~hand);
    spread->cards = 0;
    for (int i = 0; i < spread->melds; i++) EACH(card, spread->meld[i]) spread->order[spread->cards++] = card;
}

static int comes_before(const Spread *one, const Spread *other)
{
    if (one->fits != other->fits) return one->fits < other->fits;
    int both = one->cards < other->cards ? one->cards : other->cards;
    int differs = memcmp(one->order, other->order, both);
    if (differs) return differs < 0;
    if (one->cards != other->cards) return one->cards < other->cards;
    return one->melds < other->melds;
}

typedef struct {
    Hand hand;
    int least, found, described;
    Spread best;
} Search;

static void try_runs(Search *search, Hand rest, Spread *so_far)
{
    int word[4] = {rest & 8191, rest >> 13 & 8191, rest >> 26 & 8191, rest >> 39 & 8191};
    if (RUN[word[0]] + RUN[word[1]] + RUN[word[2]] + RUN[word[3]] != search->least) return;
    int at[4] = {0};
    for (;;) {
        Spread one = *so_far;
        one.loose = rest;
        for (int suit = 0; suit < 4; suit++) {
            const Way *way = &WAYS[word[suit]][at[suit]];
            for (int i = 0; i < way->runs; i++) {
                Hand run = (Hand)way->run[i] << 13 * suit;
                one.meld[one.melds++] = run, one.loose &= ~run;
            }
        }
        if (!search->found++)
            search->best = one;
        else {
            if (!search->described++) describe(search->hand, &search->best);
            describe(search->hand, &one);
            if (comes_before(&one, &search->best)) search->best = one;
        }
        int suit = 0;
        while (suit < 4 && ++at[suit] >= WAY_COUNT[word[suit]]) at[suit++] = 0;
        if (suit == 4) return;
    }
}

static void try_sets(Search *search, Hand rest, int triples, Spread *so_far)
{
    if (!triples) {
        try_runs(search, rest, so_far);
        return;
    }
    int place = __builtin_ctz(triples);
    triples &= triples - 1;
    try_sets(search, rest, triples, so_far);
    Hand all = rest & RANK_MASK << place;
    for (int out = -1; out < 4; out++) {
        Hand set = out < 0 ? all : all & ~BIT(13 * out + place);
        if (out >= 0 && COUNT(all) < 4) break;
        Spread more = *so_far;
        more.meld[more.melds++] = set;
        try_sets(search, rest & ~set, triples, &more);
    }
}

/* The arrangement that is laid when its owner states no other (best_spread). */
static void spread_of(Hand hand, Spread *spread)
{
    int c = hand & 8191, d = hand >> 13 & 8191, h = hand >> 26 & 8191, s = hand >> 39 & 8191;
    Search search = {.hand = hand, .least = deadwood(hand)};
    Spread none = {0};
    try_sets(&search, hand, (c & d & (h | s)) | (h & s & (c | d)), &none);
    *spread = search.best;
}

static inline Hand loose_of(Hand hand)
{
    Spread spread;
    spread_of(hand, &spread);
    return spread.loose;
}

/* The least count that the defender reaches against a spread, lay-offs and own melds chosen together. */
static int answer(Hand hand, const Spread *spread)
{
    Hand chain[16][12];
    int length[16], chains = 0, at[16] = {0}, best = 999;
    for (int i = 0; i < spread->melds; i++) {
        Hand meld = spread->meld[i], fits = extension(meld);
        int low = LOWEST(meld), high = 63 - __builtin_clzll(meld);
        if (!(fits & hand)) continue;
        if ((meld & (meld - 1)) && low / 13 != high / 13) {
            chain[chains][0] = 0, chain[chains][1] = fits & hand, length[chains++] = 2;
            continue;
        }
        for (int step = -1; step <= 1; step += 2) {
            Hand laid = 0;
            int n = 1;
            chain[chains][0] = 0;
            for (int card = step < 0 ? low - 1 : high + 1; card >= 0 && card / 13 == low / 13 && hand >> card & 1; card += step)
                laid |= BIT(card), chain[chains][n++] = laid;
            length[chains] = n;
            chains += n > 1;
        }
    }
    for (;;) {
        Hand laid = 0;
        for (int i = 0; i < chains; i++) laid |= chain[i][at[i]];
        int left = deadwood(hand & ~laid);
        if (left < best) best = left;
        int i = 0;
        while (i < chains && ++at[i] >= length[i]) at[i++] = 0;
        if (i == chains) return best;
    }
}

#endif
