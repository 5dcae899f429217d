"""The features of the learned Conquian player: what each answer leaves on the table, in hand and to come, as numbers of
about one."""

from collections.abc import Sequence

from games.engine import Action, CqForce, CqHand, CqPass, CqReject, CqUse, CqWaive, cards_of, joins, partitions
from games.players.policies.club import PARTNERS
from games.players.policies.conquian import FULL, worth
from games.players.policies.learned.sums import Numbers, Parts
from games.players.policies.policy import Sight

USES = 8  # are looked at, those first that the plain player likes best
FAR = 3  # so many cards short of eleven nobody asks which card would win
KINDS = WIDE_KINDS = {"holds": 12, "throws": 5, "leaves": 5, "lays": 1, "forces": 6}


class ConquianLook:
    """One decision of a seat. Forcing is compared with waiving the force."""

    def __init__(self, sight: Sight) -> None:
        view, seat = sight.view, sight.seat
        self.sight, self.hand = sight, sight.hand
        self.card = view.centre
        self.mine, self.theirs = (
            tuple(lying.cards for lying in view.table if lying.laid[at]) for at in (seat, 1 - seat)
        )
        seen = sight.hand | sight.memory.thrown | _bit(self.card) | sum(self.mine) | sum(self.theirs)
        self.live = sum(1 << card for card in view.pack.cards) & ~seen
        # how far the stock is down, and how many cards the other seat has down
        down, mine, theirs = 1 - view.stock / 20, sum(self.mine).bit_count() / 8, sum(self.theirs).bit_count() / 8
        self.stage: Numbers = (1.0, down, theirs)
        self.wide: Numbers = (1.0, down, theirs, mine, theirs * theirs, mine * mine, theirs * mine, down * theirs)

    def candidates(self, actions: Sequence[Action]) -> list[Action]:
        """The actions to compare: a winning one alone; else the likelier uses, or leaving the card; or forcing and
        waiving."""
        uses = [action for action in actions if isinstance(action, CqUse)]
        wins = [use for use in uses if use.discard is None]
        if wins:
            return [*wins[:1]]
        uses.sort(key=lambda use: (worth(self.sight, use)[:2], use.table, -(use.discard or 0)), reverse=True)
        others = CqPass | CqReject | CqHand | CqForce | CqWaive
        return [*uses[:USES], *(action for action in actions if isinstance(action, others))]

    def parts(self, action: Action) -> Parts:
        """An answer as numbers."""
        if isinstance(action, CqForce):
            return (("forces", self._force()),)
        if isinstance(action, CqUse):
            own = self.hand | sum(self.mine) | _bit(self.card)
            kept = own & ~sum(action.table) & ~_bit(action.discard)
            return ("holds", _holds(action.table, kept, self.live)), ("throws", self._gift(action.discard))
        if isinstance(action, CqPass | CqReject):
            down = sum(self.mine) | _bit(self.card)
            forced = self.card is not None and joins(self.card, down) and bool(partitions(down))
            gift = self._gift(self.card) if isinstance(action, CqPass) else (0.0,) * 5
            held = _holds(self.mine, self.hand, self.live)
            return ("holds", held), ("leaves", (float(forced), *gift[1:]))
        if isinstance(action, CqHand):
            kept = (self.hand | sum(self.mine)) & ~sum(action.table)
            return ("holds", _holds(action.table, kept, self.live)), ("lays", (1.0,))
        return ()

    def wide_parts(self, action: Action) -> Parts:
        """An answer as numbers: they are the same by the wide stage."""
        return self.parts(action)

    def _gift(self, card: int | None) -> Numbers:
        """The features of a card offered to the other seat: what it may do with it."""
        if card is None:
            return (0.0,) * 5
        theirs, bit = sum(self.theirs), 1 << card
        fits = joins(card, theirs | bit)
        ways = sum(1 for pair in PARTNERS[card] if not pair & ~(self.live | theirs))
        is_last = fits and theirs.bit_count() == FULL - 1
        return 1.0, float(fits), float(fits and bool(partitions(theirs | bit))), ways / 5, float(is_last)

    def _force(self) -> Numbers:
        """The features of making the other seat use the card."""
        count = sum(self.theirs).bit_count() / 10
        mine = _holds(self.mine, self.hand, self.live)
        return 1.0, count, count * count, mine[2], mine[4], mine[6]


def _holds(table: Sequence[int], kept: int, live: int) -> Numbers:
    """The features of a table and hand: what the seat may come to."""
    laid = sum(table)
    own = laid | kept
    can = [card for card in cards_of(live) if joins(card, own | 1 << card)]
    down = laid.bit_count()
    most = max((sum(melds).bit_count() for melds in partitions(laid, kept)), default=down)
    fits = sum(1 for card in can if joins(card, laid | 1 << card))
    wins = sum(1 for card in can if partitions(own | 1 << card)) if most >= FULL - FAR else 0
    pairs = sum(1 for card in cards_of(kept) for pair in PARTNERS[card] if pair & kept and not pair & ~(kept | live))
    return (
        down / 10,
        down * down / 100,
        most / 10,
        most * most / 100,
        len(can) / 10,  # cards that it could lay with some of its own
        fits / 5,  # cards that fit what lies
        wins / 3,  # cards that bring all eleven down
        float(wins > 0),
        pairs / 10,
        len(table) / 3,
        len(can) * most / 100,
        fits * down / 50,
    )


def _bit(card: int | None) -> int:
    return 0 if card is None else 1 << card
