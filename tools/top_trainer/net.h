/* The learned player: for each judgement a sum of all numbers and 64 cells that see all but the products. */
#ifndef NET_H
#define NET_H
#include "exact.h"
#include "look.h"

enum { CELLS = 64, INPUTS = COMMON + MOST_OWN, NUMBERS = INPUTS + MOST_PRODUCTS };

enum { LANES = 16, PARTS = CELLS / LANES };
typedef float Part __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

typedef struct {
    float first[INPUTS][CELLS], bias[CELLS], second[CELLS], plain[NUMBERS], rest;
} Judge;
typedef struct {
    Judge judge[JUDGEMENTS];
} Net;

/* The same with whole numbers, as it plays: each sum is exact, so every machine comes to the same move. */
enum { SHIFT_FIRST = 20, SHIFT_SECOND = 12, MOST_WEIGHT = 1 << 30 };
typedef struct {
    int64_t plain[NUMBERS], first[INPUTS][CELLS], bias[CELLS], second[CELLS], rest;
} Frozen;

static float size_of(int judgement, int at)
{
    if (at < COMMON) return COMMON_SIZE[at];
    int own = OWN[judgement];
    if (at < COMMON + own) return OWN_SIZE[judgement][at - COMMON];
    at -= COMMON + own;
    int base[2] = {0, 0};
    if (judgement == PUT)
        return OWN_SIZE[PUT][at / 3] * COMMON_SIZE[at % 3];
    for (int i = 0; i < 9; i++)
        for (int j = i; j < 9; j++)
            if (at-- == 0) base[0] = END_BASE[i], base[1] = END_BASE[j];
    float size = 1;
    for (int i = 0; i < 2; i++) size *= base[i] < 100 ? COMMON_SIZE[base[i]] : OWN_SIZE[END][base[i] - 100];
    return size;
}

static float SCALE[JUDGEMENTS][NUMBERS];

static void make_scales(void)
{
    for (int k = 0; k < JUDGEMENTS; k++)
        for (int i = 0; i < COMMON + OWN[k] + PRODUCTS[k]; i++) SCALE[k][i] = 1 / size_of(k, i);
}

/* A choice as numbers of about one: common, own, products. */
static void scaled(const Look *look, int judgement, int choice, float *to)
{
    const float *scale = SCALE[judgement];
    int own = OWN[judgement], at = 0;
    for (int i = 0; i < COMMON; i++, at++) to[at] = look->common[i] * scale[at];
    for (int i = 0; i < own; i++, at++) to[at] = look->own[choice][i] * scale[at];
    for (int i = 0; i < PRODUCTS[judgement]; i++, at++) to[at] = look->products[choice][i] * scale[at];
}

typedef int32_t Bits __attribute__((vector_size(LANES * sizeof(float))));

/* The numbers where the cells put something out, else zero. */
static inline Part where_out(Part numbers, Part cells) { return (Part)((Bits)numbers & (Bits)(cells > 0)); }

/* Add rows of weights, each times its number, to the cells. */
static inline void add_rows(Part *cells, const float (*row)[CELLS], const float *number, int n)
{
    Part sum[PARTS];
    for (int p = 0; p < PARTS; p++) sum[p] = cells[p];
    for (int i = 0; i < n; i++)
        for (int p = 0; p < PARTS; p++) sum[p] += number[i] * ((const Part *)row[i])[p];
    for (int p = 0; p < PARTS; p++) cells[p] = sum[p];
}

/* Add to each row what goes back to the cells, times the row's number. */
static inline void add_back(float (*row)[CELLS], const Part *back, const float *number, int n)
{
    for (int i = 0; i < n; i++)
        if (number[i] != 0)
            for (int p = 0; p < PARTS; p++) ((Part *)row[i])[p] += number[i] * back[p];
}

/* Cut the cells at zero; returns what they put out, weighed. */
static inline float put_out(Part *cells, const float *second)
{
    Part sum = {0};
    float total = 0;
    for (int p = 0; p < PARTS; p++) {
        cells[p] = where_out(cells[p], cells[p]);
        sum += cells[p] * ((const Part *)second)[p];
    }
    for (int i = 0; i < LANES; i++) total += sum[i];
    return total;
}

/* The values of `n` choices; `cells` keeps what the cells put out. The common numbers lie in the first choice too. */
static void values_of(const Judge *judge, int judgement, int n, const float *numbers, float *value, Part (*cells)[PARTS])
{
    int own = OWN[judgement], inputs = COMMON + own, all = inputs + PRODUCTS[judgement];
    Part shared[PARTS];
    float sum = judge->rest;
    memcpy(shared, judge->bias, sizeof shared);
    add_rows(shared, judge->first, numbers, COMMON);
    for (int i = 0; i < COMMON; i++) sum += judge->plain[i] * numbers[i];
    for (int k = 0; k < n; k++) {
        const float *number = numbers + k * NUMBERS;
        float total = sum;
        memcpy(cells[k], shared, sizeof shared);
        add_rows(cells[k], judge->first + COMMON, number + COMMON, own);
        for (int i = COMMON; i < all; i++) total += judge->plain[i] * number[i];
        value[k] = total + put_out(cells[k], judge->second);
    }
}

static int64_t frozen_value(const Frozen *frozen, const Look *look, int judgement, int choice)
{
    int own = OWN[judgement], products = PRODUCTS[judgement];
    int64_t sum = frozen->rest, cells[CELLS];
    memcpy(cells, frozen->bias, sizeof cells);
    for (int i = 0; i < COMMON + own; i++) {
        int64_t number = i < COMMON ? look->common[i] : look->own[choice][i - COMMON];
        if (!number) continue;
        sum += number * frozen->plain[i];
        for (int j = 0; j < CELLS; j++) cells[j] += number * frozen->first[i][j];
    }
    for (int i = 0; i < products; i++) sum += look->products[choice][i] * frozen->plain[COMMON + own + i];
    for (int j = 0; j < CELLS; j++)
        if (cells[j] > 0) sum += cells[j] * frozen->second[j];
    return sum;
}

static void freeze(const Net *net, Frozen *frozen)
{
    const double first = 1 << SHIFT_FIRST, second = 1 << SHIFT_SECOND, all = first * second;
    for (int k = 0; k < JUDGEMENTS; k++) {
        const Judge *judge = &net->judge[k];
        Frozen *to = &frozen[k];
        memset(to, 0, sizeof *to);
        for (int i = 0; i < COMMON + OWN[k] + PRODUCTS[k]; i++) to->plain[i] = llround(judge->plain[i] * SCALE[k][i] * all);
        for (int i = 0; i < COMMON + OWN[k]; i++)
            for (int j = 0; j < CELLS; j++) to->first[i][j] = llround(judge->first[i][j] * SCALE[k][i] * first);
        for (int j = 0; j < CELLS; j++) {
            to->bias[j] = llround(judge->bias[j] * first);
            to->second[j] = llround(judge->second[j] * second);
        }
        to->rest = llround(judge->rest * all);
    }
}

static void unfreeze(const Frozen *frozen, Net *net)
{
    const double first = 1 << SHIFT_FIRST, second = 1 << SHIFT_SECOND, all = first * second;
    memset(net, 0, sizeof *net);
    for (int k = 0; k < JUDGEMENTS; k++) {
        const Frozen *from = &frozen[k];
        Judge *judge = &net->judge[k];
        for (int i = 0; i < COMMON + OWN[k] + PRODUCTS[k]; i++) judge->plain[i] = from->plain[i] / SCALE[k][i] / all;
        for (int i = 0; i < COMMON + OWN[k]; i++)
            for (int j = 0; j < CELLS; j++) judge->first[i][j] = from->first[i][j] / SCALE[k][i] / first;
        for (int j = 0; j < CELLS; j++) {
            judge->bias[j] = from->bias[j] / first;
            judge->second[j] = from->second[j] / second;
        }
        judge->rest = from->rest / all;
    }
}

#endif
