"""The claims that a sentence can make, and whether each is true of a position."""

from collections.abc import Callable, Mapping
from re import Match

from games.players.checking.cards import Card, Cards, Position, after_throw, arrangements, card, cards, deadwood

Claim = Callable[[Position, Mapping[str, str]], bool]


def _thrown(at: Position) -> Card:
    return card(at.plain["does"]["card"])


def _outs(at: Position, kept: Cards, most: int) -> int:
    """The unseen cards with which so much deadwood at most is left after a throw."""
    return sum(after_throw(kept | {one}) <= most for one in at.unseen)


def makes_meld(at: Position, said: Mapping[str, str]) -> bool:
    """The cards named are a meld of the card taken and cards of the hand."""
    named = cards(said["cards"].split())
    return at.top in named and named <= at.hand | {at.top} and at.is_meld(named)


def leaves_now(at: Position, said: Mapping[str, str]) -> bool:
    """The deadwood with the open card taken, and now."""
    assert at.top is not None
    then = after_throw(at.hand | {at.top}, at.top)
    return (int(said["n"]), int(said["m"])) == (then, deadwood(at.hand))


def leaves_after(at: Position, said: Mapping[str, str]) -> bool:
    """The deadwood after the throw, and after another."""
    mine, other = deadwood(at.hand - {_thrown(at)}), deadwood(at.hand - {card(said["other"])})
    if card(said["card"]) != _thrown(at):
        return False
    return (int(said["n"]), int(said["m"])) == (mine, other) and mine < other


def gives_gin(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that give gin after the throw, and after another."""
    mine, other = (_outs(at, at.hand - {one}, 0) for one in (_thrown(at), card(said["other"])))
    if card(said["card"]) != _thrown(at):
        return False
    return (int(said["n"]), int(said["m"])) == (mine, other) and mine > other


def lowers_then(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that lower the deadwood after the throw, and after another."""
    kept = [at.hand - {one} for one in (_thrown(at), card(said["other"]))]
    mine, other = (_outs(at, ten, deadwood(ten) - 1) for ten in kept)
    if card(said["card"]) != _thrown(at):
        return False
    return (int(said["n"]), int(said["m"])) == (mine, other) and mine > other


def waits_for(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that make a meld of the kept card and another, and of the thrown one."""
    mine, other = (len(at.waits(card(said[key]))) for key in ("other", "card"))
    return (int(said["n"]), int(said["m"])) == (mine, other) and mine > other and card(said["card"]) == _thrown(at)


def is_open(at: Position, said: Mapping[str, str]) -> bool:
    """Two kept cards in order in a suit; at either end an unseen card makes a run of them."""
    pair = cards(said["cards"].split())
    in_suit = len(pair) == 2 and len({one.suit for one in pair}) == 1
    ends = [one for one in at.unseen if in_suit and at.is_meld([*pair, one])]
    return pair <= at.hand - {_thrown(at)} and len(ends) == 2


def ways(at: Position, said: Mapping[str, str]) -> bool:
    """Pairs with which the other side could meld the thrown card, and the other one."""
    mine, other = (len(at.ways(card(said[key]))) for key in ("card", "other"))
    return (
        (int(said.get("n", 0)), int(said["m"])) == (mine, other) and mine < other and card(said["card"]) == _thrown(at)
    )


def took(at: Position, said: Mapping[str, str]) -> bool:
    """All cards that the other side took and could meld with the other card; it took none that goes with the thrown."""
    named, pairs = cards(said["cards"].split()), at.ways(card(said["other"]))
    goes = {one for pair in pairs for one in pair} & at.known
    mine = {one for pair in at.ways(_thrown(at)) for one in pair} & at.known
    return named == goes and not mine


def left(at: Position, said: Mapping[str, str]) -> bool:
    """All cards that the other side left and that could lie in a meld with the thrown one."""
    return _beside(at, said, at.refused)


def threw(at: Position, said: Mapping[str, str]) -> bool:
    """All cards that the other side threw and that could lie in a meld with the thrown one."""
    return _beside(at, said, cards(at.plain["they_threw"]))


def _beside(at: Position, said: Mapping[str, str], some: Cards) -> bool:
    named, thrown = cards(said["cards"].split()), card(said["card"])
    near = {one for one in some - at.hand if at.links(thrown, frozenset({one}))}
    return named == near and thrown == _thrown(at)


def as_good(at: Position, said: Mapping[str, str]) -> bool:
    """The other card may be thrown. Colonel's player weighs what a card counts, less 3 for each that it goes with; what
    makes throws of other games equal is not in the cards."""
    thrown, other = _thrown(at), card(said["other"])
    worth = [at.counts([one]) - 3 * at.links(one, at.hand) for one in (thrown, other)]
    return other in at.hand and other != thrown and (at.game != "colonel" or worth[0] == worth[1])


def is_other(at: Position, said: Mapping[str, str]) -> bool:
    """Another card of the hand."""
    return card(said["card"]) in at.hand - {_thrown(at)}


def may_knock(at: Position, _said: Mapping[str, str]) -> bool:
    """The hand is low enough to knock."""
    return 0 < after_throw(at.hand) <= int(at.plain["limit"])


def of_unseen(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that would leave as little as the open card."""
    assert at.top is not None
    most = after_throw(at.hand | {at.top}, at.top)
    good = sum(after_throw(at.hand | {one}) <= most for one in at.unseen)
    return (int(said.get("n", 0)), int(said["m"])) == (good, len(at.unseen))


def no_meld(at: Position, _said: Mapping[str, str]) -> bool:
    """The open card makes no meld with the hand."""
    return at.top is not None and not any(at.melds_with(at.top, at.hand))


def no_place(at: Position, said: Mapping[str, str]) -> bool:
    """Nor does it fit a meld on the table."""
    assert at.top is not None
    return no_meld(at, said) and not any(at.grows(lying, at.top) for lying, _mine in at.table)


def comes(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that make a meld with two of the hand."""
    made = sum(any(at.melds_with(one, at.hand)) for one in at.unseen)
    return (int(said.get("n", 0)), int(said["m"])) == (made, len(at.unseen))


def no_gain(at: Position, said: Mapping[str, str]) -> bool:
    """The open card would leave no less than there is now."""
    return leaves_now(at, said) and int(said["n"]) >= int(said["m"])


def left_over(at: Position, _said: Mapping[str, str]) -> bool:
    """The least deadwood with the open card is reached with that card in no meld."""
    assert at.top is not None
    eleven = at.hand | {at.top}
    least = after_throw(eleven, at.top)
    tens = [eleven - {one} for one in at.hand]
    return any(
        count == least and not any(at.top in meld for meld in melds)
        for ten in tens
        for count, melds in arrangements(ten)
    )


def number(key: str) -> Claim:
    """A number that lies in sight."""
    return lambda at, said: int(said["n"]) == at.plain[key]


def keeps(at: Position, said: Mapping[str, str]) -> bool:
    """The deadwood that a knock keeps."""
    return int(said["n"]) == min(deadwood(at.hand - {one}) for one in at.may_throw)


def would_gin(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that give gin after the cheapest throw, whichever of equal ones it is."""
    return int(said["n"]) in {_outs(at, ten, 0) for ten in _cheap(at)}


def would_lower(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that lower the deadwood after the cheapest throw."""
    return int(said["n"]) in {_outs(at, ten, deadwood(ten) - 1) for ten in _cheap(at)}


def _cheap(at: Position) -> list[Cards]:
    tens = [at.hand - {one} for one in at.may_throw]
    return [ten for ten in tens if deadwood(ten) == min(map(deadwood, tens))]


def fits(at: Position, said: Mapping[str, str]) -> bool:
    """Unseen cards that fit the melds, in some arrangement with least deadwood."""
    counts = set()
    for ten in _cheap(at):
        for count, melds in arrangements(ten):
            if count == deadwood(ten):
                counts.add(sum(any(at.grows(meld, one) for meld in melds) for one in at.unseen))
    return int(said["n"]) in counts


def last_thrown(at: Position, said: Mapping[str, str]) -> bool:
    """The last two throws of the other side."""
    return cards(said["cards"].split()) == cards(at.plain["their_last"])


def nothing_thrown(at: Position, _said: Mapping[str, str]) -> bool:
    """The other side has not thrown yet."""
    return not at.plain["their_last"]


def holds(at: Position, said: Mapping[str, str]) -> bool:
    """Cards that the other side took and holds."""
    return int(said["n"]) == len(at.known)


def caught(at: Position, said: Mapping[str, str]) -> bool:
    """What is caught after the best lay-offs, and without them."""
    hand = at.hand - cards(at.plain["laid_off"])
    melds = tuple(frozenset(lying) for lying, _mine in at.table)
    return (int(said["n"]), int(said["m"])) == (_least(at, hand, melds), deadwood(hand))


def enough(at: Position, said: Mapping[str, str]) -> bool:
    """What is caught now; no lay-off lowers it."""
    hand = at.hand - cards(at.plain["laid_off"])
    return int(said["n"]) == deadwood(hand) == _least(at, hand, tuple(lying for lying, _mine in at.table))


def _least(at: Position, hand: Cards, melds: tuple[Cards, ...]) -> int:
    found = deadwood(hand)
    for one in hand:
        for place, meld in enumerate(melds):
            if at.grows(meld, one):
                more = (*melds[:place], meld | {one}, *melds[place + 1 :])
                found = min(found, _least(at, hand - {one}, more))
    return found


def double(at: Position, said: Mapping[str, str]) -> bool:
    """The deadwood, and on which side of the house's bound it lies."""
    count = deadwood(at.hand)
    return int(said["n"]) == count and (count <= int(said["m"])) == (at.plain["does"]["do"] == "accept_double")


def counts(at: Position, said: Mapping[str, str]) -> bool:
    """What two cards count."""
    one, other = card(said["card"]), card(said["other"])
    both = (at.counts([one]), at.counts([other]))
    return one in at.hand and other in at.hand and (int(said["n"]), int(said["m"])) == both


def mates(at: Position, said: Mapping[str, str]) -> bool:
    """With how many cards of the seat, in hand and on the table, two cards go."""
    centre = at.plain["centre"]
    own = at.hand | (cards([centre]) if centre else frozenset())
    own |= frozenset(one for lying, mine in at.table if mine and at.game == "conquian" for one in lying)
    return all(int(said.get(n, 0)) == at.links(card(said[key]), own) for n, key in (("n", "card"), ("m", "other")))


def is_last(at: Position, _said: Mapping[str, str]) -> bool:
    """The hand has one card."""
    return len(at.hand) == 1


def fits_on(at: Position, said: Mapping[str, str]) -> bool:
    """The open card fits a meld that lies."""
    named = cards(said["cards"].split())
    return at.top is not None and any(named == lying and at.grows(lying, at.top) for lying, _mine in at.table)


def hand_counts(at: Position, said: Mapping[str, str]) -> bool:
    """What all cards of the hand count after something is laid, and before."""
    does = at.plain["does"]
    laid = cards(does.get("cards") or [does["card"]])
    now, then = at.counts(at.hand), at.counts(at.hand - laid)
    return laid <= at.hand and (int(said["n"]), int(said["m"])) == (then, now)


def counted(at: Position, said: Mapping[str, str]) -> bool:
    """What the hand counts, and the other at so much a card."""
    each, theirs = (float(said[key].replace(",", ".")) for key in ("each", "theirs"))
    mine = at.counts(at.hand)
    return int(said["n"]) == mine and int(said["k"]) == at.plain["counts"] and theirs == each * int(said["k"])


def theirs_down(at: Position, said: Mapping[str, str]) -> bool:
    """How many cards the other side has down."""
    return int(said["n"]) == sum(len(lying) for lying, mine in at.table if not mine)


def no_use(at: Position, _said: Mapping[str, str]) -> bool:
    """The card on offer makes no meld with cards of the hand, and fits no own meld."""
    centre = card(at.plain["centre"])
    fits_own = any(at.grows(lying, centre) for lying, mine in at.table if mine)
    return not any(at.melds_with(centre, at.hand)) and not (fits_own and at.plain["may_use"])


def down(at: Position, said: Mapping[str, str]) -> bool:
    """How many own cards are down after the act, and before; each meld then is one."""
    then = [cards(meld) for meld in at.plain["does"]["table"]]
    now = sum(len(lying) for lying, mine in at.table if mine)
    return all(map(at.is_meld, then)) and (int(said["n"]), int(said["m"])) == (sum(map(len, then)), now)


def gift(at: Position, said: Mapping[str, str]) -> bool:
    """The other card fits a meld of the other side."""
    named = cards(said["cards"].split())
    return any(named == lying and not mine and at.grows(lying, card(said["other"])) for lying, mine in at.table)


def groups(found: Match[str]) -> Mapping[str, str]:
    """The named parts that a pattern found."""
    said = {key: text for key, text in found.groupdict().items() if text is not None}
    if "some" in said:
        said["m"] = said["some"] if said["some"].isdigit() else "0"
    return said
