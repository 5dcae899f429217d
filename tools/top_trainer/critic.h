/* The critic: what a deal is worth to the seat that decides. It sees both hands and the stock, and serves training alone. */
#ifndef CRITIC_H
#define CRITIC_H
#include "net.h"

enum { SEES = 56, AHEAD = 10 };
typedef struct {
    float first[SEES][CELLS], bias[CELLS], second[CELLS], rest;
} Critic;

static int hand_seen(const Table *table, int seat, Hand stock, float *to)
{
    Hand hand = table->hands[seat];
    int at = 0, count, gins = 0, knocks = 0, sum = 0, n = 0, gin_at = AHEAD, knock_at = AHEAD;
    if (COUNT(hand) == 11) { /* it throws what leaves least */
        int card = cheapest(table, &count);
        hand &= ~BIT(card);
    }
    count = deadwood(hand);
    uint8_t after[52];
    n = all_after(hand, stock, after);
    for (int i = 0; i < n; i++) gins += !after[i], knocks += after[i] <= LIMIT, sum += after[i];
    for (int i = 0; i < AHEAD && table->left - i > FLOOR; i++) {
        int left = after_throw(hand | BIT(table->stock[table->left - 1 - i]));
        if (left <= LIMIT && i < knock_at) knock_at = i;
        if (!left && i < gin_at) gin_at = i;
    }
    to[at++] = count / 20.f, to[at++] = count <= LIMIT, to[at++] = count == 0;
    to[at++] = gins / 3.f, to[at++] = knocks / 10.f, to[at++] = n ? sum / (20.f * n) : count / 20.f;
    to[at++] = gin_at / 5.f, to[at++] = gin_at <= 1, to[at++] = gin_at <= 3;
    to[at++] = knock_at / 5.f, to[at++] = knock_at == 0;
    to[at++] = COUNT(hand & ~loose_of(hand)) / 5.f, to[at++] = COUNT(table->held[seat]) / 4.f;
    if (table->top >= 0 && table->phase != OVER) {
        int left = after_throw(hand | BIT(table->top));
        to[at++] = left == 0, to[at++] = left < count, to[at++] = left <= LIMIT;
    } else
        at += 3;
    return at;
}

static void critic_sees(const Table *table, int judgement, int other, float *to)
{
    Hand stock = 0;
    int me = table->turn, turn = turn_of(table), at;
    memset(to, 0, sizeof(float) * SEES);
    for (int i = FLOOR; i < table->left; i++) stock |= BIT(table->stock[i]);
    at = hand_seen(table, me, stock, to);
    at += hand_seen(table, 1 - me, stock, to + at);
    to[at++] = table->left / 31.f, to[at++] = judgement == 0, to[at++] = judgement == 1;
    to[at++] = turn / 10.f, to[at++] = turn <= 2, to[at++] = turn == 3, to[at++] = turn == 4, to[at++] = turn == 5;
    to[at++] = table->phase == UPCARD, to[at++] = table->left <= 8;
    to[at + (other < KINDS ? other : KINDS)] = 1; /* ten kinds */
}

static float critic_value(const Critic *critic, const float *sees, Part *kept)
{
    Part cells[PARTS];
    memcpy(cells, critic->bias, sizeof cells);
    add_rows(cells, critic->first, sees, SEES);
    float value = critic->rest + put_out(cells, critic->second);
    if (kept) memcpy(kept, cells, sizeof cells);
    return value;
}

static void critic_learns(const Critic *critic, Critic *slope, const float *sees, float goal, float weight)
{
    Part cells[PARTS], back[PARTS];
    float off = (critic_value(critic, sees, cells) - goal) * weight;
    slope->rest += off;
    for (int p = 0; p < PARTS; p++) {
        ((Part *)slope->second)[p] += off * cells[p];
        back[p] = where_out(off * ((const Part *)critic->second)[p], cells[p]);
        ((Part *)slope->bias)[p] += back[p];
    }
    add_back(slope->first, back, sees, SEES);
}

static void begin_critic(Critic *critic, Chance *chance)
{
    memset(critic, 0, sizeof *critic);
    for (int i = 0; i < SEES; i++)
        for (int j = 0; j < CELLS; j++) critic->first[i][j] = bell(chance) / sqrt(SEES);
    for (int j = 0; j < CELLS; j++) critic->second[j] = 0.1 * bell(chance);
}

#endif
