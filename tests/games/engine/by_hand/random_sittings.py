"""Random sittings of real cards: deals as players could enter them, by any rules and length, to the end."""

from games import engine
from games.engine import DealEntry

LENGTHS = ("game", "hollywood", "best_of:3", "best_of:3/all", "best_of:3/deals", "deals:4", "deals:3/more", "match:2")


def lengths_of(key):
    """The lengths that fit a preset; three and more sides play one game, or so many deals."""
    kinds = set(engine.length_kinds(key))
    if engine.VARIANTS[key].seating.name not in ("two", "teams"):
        kinds &= {"game", "deals"}
    return [length for length in LENGTHS if length.partition(":")[0] in kinds]


def rules_of(key, length):
    return engine.rule_set(key, **engine.sitting_options(key, engine.length_of(length)))


def sitting(rng, key, length, *, calls=False):
    """A book that is over by its length, or (`calls`) after a call in its midst."""
    found = engine.length_of(length)
    rules = rules_of(key, length)
    seats = rng.choice(rules.seating.numbers(rules))
    said, book = [], engine.scorebook(rules, found, [], seats=seats)
    stop = rng.randrange(1, 12) if calls else 500
    while not book.verdict.is_over and len(said) < stop:
        said.append(deal(rng, rules, book))
        book = engine.scorebook(rules, found, said, seats=seats)
    return engine.scorebook(rules, found, said, seats=seats, is_called=calls)


def deal(rng, rules, book):
    """One deal more; now and then nobody wins it."""
    seats = len(book.places.after)
    if rules.seating.name == "teams":
        return DealEntry(how="boards", boards=tuple(_hand(rng, rules.inner, (0, 1), 2, "") for _ in book.boards))
    playing = book.boards[0] if book.boards else tuple(range(seats))
    return _hand(rng, rules, playing, seats, book.closed)


def _hand(rng, rules, playing, seats, closed):
    how = rng.choice(engine.board_ways(rules))
    if how in engine.ENDED_BY_NOBODY and rng.random() < 0.6:
        how = engine.board_ways(rules)[0]
    seat = None if how in engine.ENDED_BY_NOBODY else rng.choice(playing)
    if rules.kernel.name == "conquian" or how == "dead":
        return DealEntry(how=how, seat=seat)
    if rules.kernel.name == "colonel":
        return _of_colonel(rng, rules, how, seat)
    upcard = rng.randrange(52) if engine.asks_upcard(rules) else None
    limit = 0 if how in ("gin", "big_gin") else engine.limit_under(rules, upcard) if how == "knock" else 98
    if how == "knock" and not limit:
        how = "gin"
    counts = [rng.randint(0, 98) if at in playing else None for at in range(seats)]
    counts[seat] = rng.randint(0, limit)
    factors = [1, 2, 4] if rules.doubling else [1]
    suits = "".join(rng.sample(engine.SUITS, rng.randint(1, 3))) if rules.suit_columns else ""
    if suits and not set(suits) - set(closed):
        suits = "".join(set(engine.SUITS) - set(closed))
    return DealEntry(how=how, seat=seat, counts=tuple(counts), upcard=upcard, factor=rng.choice(factors), suits=suits)


def _of_colonel(rng, rules, how, seat):
    """Ten cards each: some lie on the table, all of those of who is out."""
    cards = rng.sample(rules.pack.values, 20)
    left = [0 if at == seat else rng.choice([2, rng.randint(1, 10)]) for at in range(2)]
    held = [cards[10 * at : 10 * at + left[at]] for at in range(2)]
    down = [cards[10 * at + left[at] : 10 * at + 10] for at in range(2)]
    laid = tuple(map(sum, down)) if rules.scoring == "meld_minus_hand" else None
    return DealEntry(how=how, seat=seat, counts=tuple(map(sum, held)), laid=laid)
