/* Policy gradient by self-play (PPO): the player, a critic that sees all cards, a pool of opponents, from a seed.
 * tools/fit_top.py compiles and calls it. */
#include "critic.h"
#include "net.h"

enum { RIVAL = KINDS, ITSELF, OLDER, POOL, OLD = 6, BATCH = 1024, MOST_STEPS = 64 };
static const float CLIP = 0.2f, REWARD = 1 / 20.f;

typedef struct {
    int kind; /* of PLAYERS_H, or one with a network */
    const Net *net;
    const Frozen *frozen;
} Seat;

typedef struct {
    int judgement, n, chosen, seat;
    size_t at; /* of its numbers */
    float log_chance, value, advantage, goal, sees[SEES];
} Step;

static struct {
    Net net, slope, old[OLD];
    Critic critic, critic_slope;
    float *mean, *square, *critic_mean, *critic_square;
    int steps_of_net, steps_of_critic;
    float *numbers;
    size_t used, room;
    Step *step;
    int steps, most_steps, olds;
    Frozen frozen[JUDGEMENTS], rival[JUDGEMENTS]; /* who plays, and whom a best response is trained against */
    double share[POOL];
    Chance chance;
    uint64_t seed, deals;
} T;

/* ---- playing */

static int recorded(Look *look, const Table *table, int judgement, const Seat *seat, int other, Chance *chance, int record)
{
    float value[MOST_CARDS], numbers[MOST_CARDS * NUMBERS], log_chance;
    Part cells[MOST_CARDS][PARTS];
    int n = look->n, chosen = 0;
    for (int i = 0; i < n; i++) scaled(look, judgement, i, numbers + i * NUMBERS);
    values_of(&seat->net->judge[judgement], judgement, n, numbers, value, cells);
    if (judgement != PUT) {
        float yes = 1 / (1 + exp_of(-value[0]));
        chosen = uniform(chance) < yes;
        log_chance = log_chance_of(chosen ? value[0] : -value[0]);
    } else {
        float most = value[0], sum = 0, share[MOST_CARDS];
        for (int i = 1; i < n; i++) most = value[i] > most ? value[i] : most;
        for (int i = 0; i < n; i++) sum += share[i] = exp_of(value[i] - most);
        double place = uniform(chance) * sum;
        while (chosen < n - 1 && place >= share[chosen]) place -= share[chosen++];
        log_chance = value[chosen] - most - (float)log_of(sum);
    }
    if (record && T.steps < T.most_steps && T.used + n * NUMBERS <= T.room) {
        Step *step = &T.step[T.steps++];
        *step = (Step){.judgement = judgement, .n = n, .chosen = chosen, .seat = table->turn, .at = T.used, .log_chance = log_chance};
        memcpy(T.numbers + T.used, numbers, n * NUMBERS * sizeof(float));
        T.used += n * NUMBERS;
        critic_sees(table, judgement, other, step->sees);
        step->value = critic_value(&T.critic, step->sees, 0);
    }
    return chosen;
}

static int settled(Look *look, int judgement, const Seat *seat)
{
    int best = 0;
    int64_t most = frozen_value(&seat->frozen[judgement], look, judgement, 0);
    if (judgement != PUT) return judgement == TAKE ? most > 0 : most >= 0;
    for (int i = 1; i < look->n; i++) {
        int64_t value = frozen_value(&seat->frozen[judgement], look, judgement, i);
        int card = look->card[i], before = look->card[best];
        if (value > most || (value == most && (VALUE[card] > VALUE[before] || (VALUE[card] == VALUE[before] && card > before))))
            best = i, most = value;
    }
    return best;
}

static int judged(Look *look, const Table *table, int judgement, const Seat *seat, int other, Chance *chance, int record)
{
    return seat->frozen ? settled(look, judgement, seat) : recorded(look, table, judgement, seat, other, chance, record);
}

static int open_card(const Table *table, const Seat *seat, int other, Chance *chance, int record)
{
    if (seat->kind < KINDS) return takes(table, seat->kind);
    Hand hand = table->hands[table->turn];
    if (after_throw(hand | BIT(table->top)) == 0 && deadwood(hand) > 0) return 1;
    Look look;
    look_common(table, look.common);
    look_take(table, &look);
    return judged(&look, table, TAKE, seat, other, chance, record);
}

static int choose(const Table *table, const Seat *seat, int other, Chance *chance, int record)
{
    int learned = seat->kind >= KINDS;
    if (table->phase == UPCARD)
        return open_card(table, seat, other, chance, record) ? ACTION(TAKE_UPCARD, table->top) : ACTION(PASS, 0);
    if (table->phase == DRAW) {
        int may = table->passes == 0 && table->top >= 0 && table->open_draws < OPEN_DRAWS;
        return may && open_card(table, seat, other, chance, record) ? ACTION(DRAW_PILE, table->top) : ACTION(DRAW_STOCK, 0);
    }
    Look look;
    int count, card = cheapest(table, &count);
    if (!count) return ACTION(KNOCK, card);
    if (learned) look_common(table, look.common);
    if (count <= LIMIT) {
        int knock;
        if (learned) {
            look_end(table, card, count, &look);
            knock = !judged(&look, table, END, seat, other, chance, record);
        } else
            knock = knocks(table, seat->kind, count);
        if (knock) return ACTION(KNOCK, seat->kind == SIMPLE ? simple_throws(table) : card);
    }
    if (!learned) return ACTION(DISCARD, throws(table, seat->kind, chance));
    look.n = candidates(table, 12, 3, MOST_CARDS, look.card, look.left);
    if (look.n == 1) return ACTION(DISCARD, look.card[0]);
    look_put(table, &look);
    return ACTION(DISCARD, look.card[judged(&look, table, PUT, seat, other, chance, record)]);
}

static int play(Table *table, const Seat *seats, Chance *chance, int record)
{
    for (int n = 0; n < MOST_ACTIONS && table->phase != OVER; n++) {
        int turn = table->turn;
        act(table, choose(table, &seats[turn], seats[1 - turn].kind, chance, record >> turn & 1));
    }
    return table->phase == OVER ? table->points : 0;
}

/* ---- learning */

static void adam(float *weight, float *slope, float *mean, float *square, int n, int step, double rate)
{
    float first = 1 - power(0.9, step), second = 1 - power(0.999, step);
    for (int i = 0; i < n; i++) {
        mean[i] = 0.9f * mean[i] + 0.1f * slope[i];
        square[i] = 0.999f * square[i] + 0.001f * slope[i] * slope[i];
        weight[i] -= (float)rate * (mean[i] / first) / (sqrtf(square[i] / second) + 1e-7f);
    }
}

static void slope_of(const Judge *judge, Judge *slope, int judgement, int n, const float *numbers, Part (*cells)[PARTS],
                     const float *by)
{
    int own = OWN[judgement], all = COMMON + own + PRODUCTS[judgement];
    Part shared[PARTS] = {0}, *bias = (Part *)slope->bias, *second = (Part *)slope->second;
    float total = 0;
    for (int k = 0; k < n; k++) {
        const float *number = numbers + k * NUMBERS;
        Part back[PARTS];
        total += by[k];
        for (int p = 0; p < PARTS; p++) {
            second[p] += by[k] * cells[k][p];
            back[p] = where_out(by[k] * ((const Part *)judge->second)[p], cells[k][p]);
            shared[p] += back[p];
        }
        for (int i = COMMON; i < all; i++) slope->plain[i] += by[k] * number[i];
        add_back(slope->first + COMMON, back, number + COMMON, own);
    }
    slope->rest += total;
    for (int p = 0; p < PARTS; p++) bias[p] += shared[p];
    for (int i = 0; i < COMMON; i++) slope->plain[i] += total * numbers[i];
    add_back(slope->first, shared, numbers, COMMON);
}

static void learn_step(const Step *step, float spread)
{
    const Judge *judge = &T.net.judge[step->judgement];
    const float *numbers = T.numbers + step->at;
    float value[MOST_CARDS], by[MOST_CARDS], log_chance;
    Part cells[MOST_CARDS][PARTS];
    int n = step->n;
    values_of(judge, step->judgement, n, numbers, value, cells);
    if (step->judgement != PUT) {
        by[0] = step->chosen - 1 / (1 + exp_of(-value[0]));
        log_chance = log_chance_of(step->chosen ? value[0] : -value[0]);
    } else {
        float most = value[0], sum = 0;
        for (int i = 1; i < n; i++) most = value[i] > most ? value[i] : most;
        for (int i = 0; i < n; i++) sum += by[i] = exp_of(value[i] - most);
        for (int i = 0; i < n; i++) by[i] = (i == step->chosen) - by[i] / sum;
        log_chance = value[step->chosen] - most - (float)log_of(sum);
    }
    float gain = step->advantage / spread, ratio = exp_of(log_chance - step->log_chance);
    if ((gain > 0 && ratio > 1 + CLIP) || (gain < 0 && ratio < 1 - CLIP)) return;
    for (int i = 0; i < n; i++) by[i] *= -gain * ratio / BATCH;
    slope_of(judge, &T.slope.judge[step->judgement], step->judgement, n, numbers, cells, by);
}

/* What each step brought beside what the critic foresaw (GAE, lambda 0.9). */
static void credit(int from, int seat, float reward)
{
    float next = reward, ahead = 0;
    int last = 1;
    for (int i = T.steps - 1; i >= from; i--) {
        Step *step = &T.step[i];
        if (step->seat != seat) continue;
        ahead = next - step->value + (last ? 0 : 0.9f * ahead);
        last = 0, next = step->value;
        step->advantage = ahead, step->goal = ahead + step->value;
    }
}

static int drawn_kind(void)
{
    double place = uniform(&T.chance);
    int kind = 0;
    for (; kind < POOL - 1 && place >= T.share[kind]; kind++) place -= T.share[kind];
    return kind == OLDER && !T.olds ? ITSELF : kind;
}

static void play_one(double *won, int *played)
{
    Chance chance = {.quick = T.seed * 0x9E3779B97F4A7C15ULL + T.deals++ * 0xD1B54A32D192ED03ULL};
    int deck[52], kind = drawn_kind(), own = quick(&T.chance) & 1, from = T.steps;
    Table table;
    shuffled(&chance, deck);
    start_deal(&table, deck, quick(&T.chance) & 1);
    Seat seats[2];
    seats[own] = (Seat){ITSELF, &T.net, 0};
    seats[1 - own] = (Seat){kind, kind == OLDER ? &T.old[quick(&T.chance) % T.olds] : &T.net, kind == RIVAL ? T.rival : 0};
    int points = play(&table, seats, &chance, kind == ITSELF ? 3 : 1 << own);
    for (int seat = 0; seat < 2; seat++) credit(from, seat, (seat ? -points : points) * REWARD);
    won[kind] += own ? -points : points, played[kind]++;
}

static void learn(double rate, int only_critic)
{
    double sum = 0, squares = 0;
    int *order = malloc(sizeof(int) * (T.steps + 1));
    for (int i = 0; i < T.steps; i++) {
        sum += T.step[i].advantage, squares += (double)T.step[i].advantage * T.step[i].advantage;
        order[i] = i;
    }
    float spread = sqrt(squares / (T.steps + 1)) + 1e-6;
    for (int i = T.steps - 1; i > 0; i--) {
        int other = quick(&T.chance) % (i + 1), one = order[i];
        order[i] = order[other], order[other] = one;
    }
    for (int from = 0; from + BATCH <= T.steps; from += BATCH) {
        memset(&T.slope, 0, sizeof T.slope);
        memset(&T.critic_slope, 0, sizeof T.critic_slope);
        for (int i = from; i < from + BATCH; i++) {
            const Step *step = &T.step[order[i]];
            if (!only_critic) learn_step(step, spread);
            critic_learns(&T.critic, &T.critic_slope, step->sees, step->goal, 1.f / BATCH);
        }
        if (!only_critic)
            adam((float *)&T.net, (float *)&T.slope, T.mean, T.square, sizeof(Net) / 4, ++T.steps_of_net, rate);
        adam((float *)&T.critic, (float *)&T.critic_slope, T.critic_mean, T.critic_square, sizeof(Critic) / 4, ++T.steps_of_critic,
             rate * 2 / 3);
    }
    free(order);
}

/* ---- what tools/fit_top.py calls */

int net_size(void) { return sizeof(Net) / sizeof(float); }
int frozen_size(void) { return sizeof(T.frozen) / (sizeof(int64_t)); }
float *net_weights(void) { return (float *)&T.net; }
float *critic_weights(void) { return (float *)&T.critic; }
int critic_size(void) { return sizeof(Critic) / sizeof(float); }

void begin(uint64_t seed, int deals_a_round, const double *share, double temperature)
{
    make_tables(), make_scales();
    T.seed = seed, T.deals = 0, T.chance = (Chance){.quick = seed * 7919 + 1}, T.olds = 0;
    T.steps_of_net = T.steps_of_critic = 0;
    memcpy(T.share, share, sizeof T.share);
    T.most_steps = deals_a_round * MOST_STEPS;
    T.room = (size_t)T.most_steps * 3 * NUMBERS;
    T.step = realloc(T.step, sizeof(Step) * T.most_steps);
    T.numbers = realloc(T.numbers, sizeof(float) * T.room);
    T.mean = calloc(sizeof(Net) / 4, 4), T.square = calloc(sizeof(Net) / 4, 4);
    T.critic_mean = calloc(sizeof(Critic) / 4, 4), T.critic_square = calloc(sizeof(Critic) / 4, 4);
    memset(&T.net, 0, sizeof T.net);
    for (int k = 0; k < JUDGEMENTS; k++) {
        int inputs = COMMON + OWN[k];
        for (int i = 0; i < inputs; i++)
            for (int j = 0; j < CELLS; j++) T.net.judge[k].first[i][j] = bell(&T.chance) / sqrt(inputs);
        for (int j = 0; j < CELLS; j++) T.net.judge[k].bias[j] = 0.1 * bell(&T.chance);
    }
    Judge *take = &T.net.judge[TAKE], *end = &T.net.judge[END], *put = &T.net.judge[PUT];
    take->rest = -3.5f, take->plain[COMMON] = 7;
    end->rest = KNOCK_SUMS[0] / temperature;
    for (int i = 0; i < 9; i++)
        end->plain[END_BASE[i] < 100 ? END_BASE[i] : COMMON + END_BASE[i] - 100] = KNOCK_SUMS[1 + i] / temperature;
    for (int i = 0; i < 45; i++) end->plain[COMMON + OWN_END + i] = KNOCK_SUMS[10 + i] / temperature;
    for (int a = 0; a < 12; a++) {
        put->plain[COMMON + a] = THROW_SUMS[4 * a] / temperature;
        for (int b = 0; b < 3; b++) put->plain[COMMON + OWN_PUT + 3 * a + b] = THROW_SUMS[4 * a + 1 + b] / temperature;
    }
    begin_critic(&T.critic, &T.chance);
}

/* One round of self-play and learning; `won` and `played` by kind of opponent. */
void train_round(int deals, double rate, int only_critic, double *won, int *played)
{
    T.steps = 0, T.used = 0;
    for (int i = 0; i < deals; i++) play_one(won, played);
    learn(rate, only_critic);
}

/* Keep the player as it is now among the older ones. */
void keep(void)
{
    int at = T.olds < OLD ? T.olds++ : (int)(quick(&T.chance) % OLD);
    T.old[at] = T.net;
}

void freeze_now(int64_t *to)
{
    make_tables(), make_scales();
    freeze(&T.net, T.frozen);
    if (to) memcpy(to, T.frozen, sizeof T.frozen);
}

void thaw(const int64_t *from)
{
    make_tables(), make_scales();
    memcpy(T.frozen, from, sizeof T.frozen);
}

/* The player learns on from the frozen networks. */
void begin_from_frozen(void) { unfreeze(T.frozen, &T.net); }

/* The frozen networks sit opposite where the rival does. */
void set_rival(void) { memcpy(T.rival, T.frozen, sizeof T.rival); }

/* Mirrored pairs of the frozen player (or `ours`) against the rival or a plain one: mean points a deal of each pair. */
void measure(int ours, int kind, uint64_t first, int pairs, double *means)
{
    for (int i = 0; i < pairs; i++) {
        means[i] = 0;
        for (int own = 0; own < 2; own++) {
            Chance chance = {.quick = (first + i) * 0xA0761D6478BD642FULL};
            int deck[52];
            Table table;
            shuffled(&chance, deck);
            start_deal(&table, deck, i & 1);
            Seat seats[2];
            seats[own] = (Seat){ours, 0, ours < KINDS ? 0 : T.frozen}, seats[1 - own] = (Seat){kind, 0, kind < KINDS ? 0 : T.rival};
            int points = play(&table, seats, &chance, 0);
            means[i] += (own ? -points : points) / 2.0;
        }
    }
}

/* ---- what tests call */

void set_sums(const double *knock, const double *put)
{
    make_tables(), make_scales();
    memcpy(KNOCK_SUMS, knock, sizeof KNOCK_SUMS);
    memcpy(THROW_SUMS, put, sizeof THROW_SUMS);
}

/* Plays a deal with chance as Python has it; writes its actions and returns how many there were. */
int play_logged(const int *deck, int dealer, const int *kinds, const uint32_t *seeds, int *log, int *points)
{
    static Chance chance[2];
    Table table;
    int n = 0;
    for (int seat = 0; seat < 2; seat++) python_seed(&chance[seat], seeds[seat]);
    start_deal(&table, deck, dealer);
    for (; n < MOST_ACTIONS && table.phase != OVER; n++) {
        int turn = table.turn;
        Seat seat = {kinds[turn], 0, kinds[turn] < KINDS ? 0 : T.frozen};
        log[n] = choose(&table, &seat, kinds[1 - turn], &chance[turn], 0);
        act(&table, log[n]);
    }
    *points = table.phase == OVER ? table.points : 0;
    return n;
}
