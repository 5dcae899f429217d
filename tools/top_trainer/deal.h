/* A deal of gin for two: gin 25, undercut 25, knock with 10; what both seats have seen of it; and chance. */
#ifndef DEAL_H
#define DEAL_H
#include "cards.h"

enum { BONUS = 25, LIMIT = 10, FLOOR = 2, STOCK = 31, OPEN_DRAWS = 8, MOST_ACTIONS = 400 };
enum { UPCARD, DRAW, THROW, OVER };
enum { PASS, TAKE_UPCARD, DRAW_PILE, DRAW_STOCK, DISCARD, KNOCK };
#define ACTION(kind, card) ((kind) * 64 + (card))

typedef struct {
    Hand hands[2], thrown; /* `thrown` lies in the pile, less the upcard that both passed */
    Hand held[2], refused[2], threw[2];
    uint8_t throws[2][40];
    int throw_count[2], takes[2];
    int stock[STOCK], left;
    int phase, turn, top, taken, drawn, passes, open_draws, upcard;
    int points; /* of seat 0 */
} Table;

static void start_deal(Table *table, const int *deck, int dealer)
{
    memset(table, 0, sizeof *table);
    for (int i = 0; i < 20; i++) table->hands[i % 2 ? dealer : 1 - dealer] |= BIT(deck[i]);
    for (int i = 0; i < STOCK; i++) table->stock[i] = deck[51 - i];
    table->left = STOCK, table->top = table->upcard = deck[20], table->turn = 1 - dealer;
    table->taken = table->drawn = -1, table->phase = UPCARD;
}

static int knock_points(Hand kept, Hand other)
{
    int count = deadwood(kept);
    if (!count) return BONUS + deadwood(other);
    Spread spread;
    spread_of(kept, &spread);
    int against = answer(other, &spread);
    return against > count ? against - count : -(BONUS + count - against);
}

static void take_top(Table *table, int is_upcard)
{
    int seat = table->turn, card = table->top;
    table->hands[seat] |= BIT(card), table->held[seat] |= BIT(card), table->thrown &= ~BIT(card);
    table->takes[seat]++, table->open_draws += !is_upcard;
    table->taken = table->drawn = card, table->top = -1, table->passes = 0, table->phase = THROW;
}

static void act(Table *table, int action)
{
    int seat = table->turn, kind = action / 64, card = action % 64;
    if (kind == PASS) {
        table->refused[seat] |= BIT(table->top);
        table->turn = 1 - seat;
        if (++table->passes == 2) table->phase = DRAW;
    } else if (kind == TAKE_UPCARD || kind == DRAW_PILE) {
        take_top(table, kind == TAKE_UPCARD);
    } else if (kind == DRAW_STOCK) {
        if (table->top >= 0) table->refused[seat] |= BIT(table->top);
        int drawn = table->stock[--table->left];
        table->hands[seat] |= BIT(drawn);
        table->taken = -1, table->drawn = drawn, table->passes = 0, table->open_draws = 0, table->phase = THROW;
    } else if (kind == DISCARD) {
        table->hands[seat] &= ~BIT(card), table->held[seat] &= ~BIT(card);
        table->thrown |= BIT(card), table->threw[seat] |= BIT(card);
        table->throws[seat][table->throw_count[seat]++] = card;
        table->top = card, table->turn = 1 - seat, table->taken = table->drawn = -1;
        table->phase = table->left <= FLOOR ? OVER : DRAW;
    } else {
        Hand kept = table->hands[seat] & ~BIT(card);
        int points = knock_points(kept, table->hands[1 - seat]);
        table->points = seat ? -points : points, table->phase = OVER;
    }
}

/* ---- chance: Python's generator where a deal is checked against the engine, a quick one in training */

typedef struct {
    int is_python, at;
    uint64_t quick;
    uint32_t word[624];
} Chance;

static uint64_t quick(Chance *chance)
{
    uint64_t x = chance->quick += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

/* As random.Random(seed) begins, for a seed below 2**32. */
static void python_seed(Chance *chance, uint32_t seed)
{
    uint32_t *word = chance->word;
    chance->is_python = 1, chance->at = 624;
    word[0] = 19650218;
    for (int i = 1; i < 624; i++) word[i] = 1812433253U * (word[i - 1] ^ word[i - 1] >> 30) + i;
    int i = 1;
    for (int n = 0; n < 624; n++) {
        word[i] = (word[i] ^ (word[i - 1] ^ word[i - 1] >> 30) * 1664525U) + seed;
        if (++i == 624) word[0] = word[623], i = 1;
    }
    for (int n = 0; n < 623; n++) {
        word[i] = (word[i] ^ (word[i - 1] ^ word[i - 1] >> 30) * 1566083941U) - i;
        if (++i == 624) word[0] = word[623], i = 1;
    }
    word[0] = 0x80000000U;
}

static uint32_t python_word(Chance *chance)
{
    uint32_t *word = chance->word;
    if (chance->at == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (word[i] & 0x80000000U) | (word[(i + 1) % 624] & 0x7fffffffU);
            word[i] = word[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfU : 0);
        }
        chance->at = 0;
    }
    uint32_t y = word[chance->at++];
    y ^= y >> 11, y ^= y << 7 & 0x9d2c5680U, y ^= y << 15 & 0xefc60000U;
    return y ^ y >> 18;
}

static double uniform(Chance *chance)
{
    if (!chance->is_python) return (quick(chance) >> 11) * 0x1p-53;
    uint32_t high = python_word(chance) >> 5, low = python_word(chance) >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

static void shuffled(Chance *chance, int *deck)
{
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 51; i > 0; i--) {
        int other = quick(chance) % (i + 1), card = deck[i];
        deck[i] = deck[other], deck[other] = card;
    }
}

#endif
