/* Powers, logarithms and chance by plain arithmetic alone, so that every processor and library brings the same bits. */
#ifndef EXACT_H
#define EXACT_H
#include "deal.h"

/* e to the power of x; 0 far below, and at most e^700. */
static double exp_of(double x)
{
    if (x < -700) return 0;
    if (x > 700) x = 700;
    int twos = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    double left = x - twos * 0.6931471803691238 - twos * 1.9082149292705877e-10, sum = 1;
    for (int i = 12; i > 0; i--) sum = 1 + sum * left / i;
    uint64_t bits = (uint64_t)(1023 + twos) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

/* The natural logarithm of a normal number above 0. */
static double log_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int twos = (int)(bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFFULL) | 1023ULL << 52;
    memcpy(&x, &bits, sizeof x);
    if (x > 1.4142135623730951) x /= 2, twos++;
    double part = (x - 1) / (x + 1), square = part * part, sum = 0;
    for (int i = 21; i > 0; i -= 2) sum = sum * square + 1.0 / i;
    return 2 * part * sum + twos * 0.6931471805599453;
}

/* The logarithm of the chance of yes at this value, or of no at its opposite. */
static float log_chance_of(float value) { return -log_of(1 + exp_of(-value)); }

static double power(double base, int n)
{
    double found = 1;
    for (; n > 0; n >>= 1, base *= base)
        if (n & 1) found *= base;
    return found;
}

/* Chance near to a bell curve of mean 0 and deviation 1. */
static double bell(Chance *chance)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += uniform(chance);
    return sum;
}

#endif
