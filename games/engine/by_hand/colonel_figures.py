"""Check the counts of the hands of a deal of Colonel: each player has held ten cards when a turn is over (COL-3, 5,
9)."""

from collections.abc import Iterator

from games.engine.by_hand.deal_entry import DealEntry
from games.engine.by_hand.doubts import Doubt
from games.engine.play.rules import RuleSet

TEN = 10


def of_colonel(rules: RuleSet, entry: DealEntry) -> Iterator[Doubt]:
    """COL-9, 10, 14: check that the player who goes out holds nothing, that everybody else holds a card, and that the
    counts of what both hold and have laid are possible for their numbers of cards."""
    counts = [count for count in entry.counts or () if count is not None]
    whole = sum(rules.pack.values)
    least, most = _worth(rules, 1)[0], _most_in(rules, entry)
    if len(counts) != 2 or min(counts) < 0:
        yield Doubt(field="counts", code="no_such_count", rule="COL-10", least=0, most=most)
    elif entry.seat is not None and counts[entry.seat]:
        yield Doubt(field="counts", code="out_holds_nothing", rule="COL-9", least=0, most=0)
    elif min(count for seat, count in enumerate(counts) if seat != entry.seat) < least:
        yield Doubt(field="counts", code="holds_a_card", rule="COL-9", least=least, most=most)
    elif max(counts) > most:
        yield Doubt(field="counts", code="no_such_count", rule="COL-10", least=0, most=most)
    elif rules.scoring == "meld_minus_hand":
        yield from _of_laid(rules, entry, counts)
    elif sum(counts) > min(whole, _most_of_both(rules, entry)):
        yield Doubt(field="counts", code="more_than_both_hold", rule="COL-10", most=_most_of_both(rules, entry))


def _of_laid(rules: RuleSet, entry: DealEntry, counts: list[int]) -> Iterator[Doubt]:
    """COL-14: the cards that a player has laid and those still in hand are at least ten, and every card counts
    something."""
    whole, card = sum(rules.pack.values), _worth(rules, 1)[0]
    if entry.laid is None or min(entry.laid) < 0:
        yield Doubt(field="laid", code="laid_missing", rule="COL-14", least=0, most=whole)
        return
    for seat, (count, laid) in enumerate(zip(counts, entry.laid, strict=True)):
        least = max(_worth(rules, _cards(entry, seat))[0] - count, card if laid else 0)
        most = _most_in(rules, entry, of_both=True)
        if laid < least:
            yield Doubt(field="laid", code="laid_too_little", rule="COL-14", least=least, most=most - count)
        elif count + laid > most:
            yield Doubt(field="laid", code="laid_too_much", rule="COL-14", least=0, most=max(0, most - count))
    if sum(counts) + sum(entry.laid) > _most_of_both(rules, entry):
        yield Doubt(field="laid", code="more_than_both_hold", rule="COL-10", most=_most_of_both(rules, entry))


def _worth(rules: RuleSet, cards: int) -> tuple[int, int]:
    """COL-10: the least and the most that `cards` cards can count."""
    values = sorted(rules.pack.values)
    return sum(values[:cards]), sum(values[len(values) - cards :])


def _cards(entry: DealEntry, seat: int) -> int:
    """The number of cards that a player has held between two turns; cards found wrong change it (IRR-10, 11)."""
    return TEN + (entry.fixes[seat] if entry.fixes else 0)


def _most_in(rules: RuleSet, entry: DealEntry, *, of_both: bool = False) -> int:
    """The most that a hand can count (`of_both`: a hand and what it has laid): ten cards, and one more in the middle of
    a turn, when a challenge or the draw of the last card ends the deal, or when the last cards are all laid. If the
    pile is taken whole, it may be any number of cards."""
    if rules.pickup == "pile":
        return sum(rules.pack.values)
    in_turn = entry.how == "challenge" or (entry.how == "exhausted" and rules.exhaustion == "immediate")
    is_more = in_turn or bool(entry.irr) or (of_both and entry.how == "out")
    return _worth(rules, max(_cards(entry, seat) for seat in (0, 1)) + is_more)[1]


def _most_of_both(rules: RuleSet, entry: DealEntry) -> int:
    """The most that both hands and what they have laid can count together: twenty cards, and one more in the middle of
    a turn."""
    if rules.pickup == "pile":
        return sum(rules.pack.values)
    return _worth(rules, _cards(entry, 0) + _cards(entry, 1) + 1 + bool(entry.irr))[1]
