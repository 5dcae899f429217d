"""The features of the learned Colonel player: each draw, meld, addition and throw as numbers of about one."""

from collections.abc import Sequence

from games.engine import (
    EXTENSIONS,
    VARIANTS,
    Action,
    Add,
    Discard,
    DrawDiscard,
    DrawStock,
    Meld,
    cards_of,
    held_melds,
    values,
)
from games.players.policies.club import NEAR, PARTNERS
from games.players.policies.colonel import links
from games.players.policies.learned.reading import completing
from games.players.policies.learned.sums import Numbers, Parts
from games.players.policies.policy import Sight

ALL = (1 << 52) - 1
THROWS = 6  # are looked at, those first that the plain player likes best
KINDS = {"take": 9, "lay": 9, "add": 7, "throw": 10}
MORE = 5  # numbers of the cards that stay in hand, for wide weights
WIDE_KINDS = {kind: size + MORE for kind, size in KINDS.items()}


class ColonelLook:
    """One decision of a seat. Taking the pile is compared with a draw from the stock."""

    def __init__(self, sight: Sight) -> None:
        view = sight.view
        self.view, self.hand, self.known, self.refused = view, sight.hand, sight.known, sight.refused
        seen = sight.hand | sight.memory.thrown | sight.known
        self.grows = 0  # what fits on the table
        for lying in view.table:
            seen |= lying.cards
            self.grows |= EXTENSIONS[lying.cards]
        self.live = ALL & ~seen  # nobody has seen them, and nobody is known to hold them
        # how far the stock is down, and how many cards the other seat holds
        down, mine, theirs = 1 - view.stock / 31, view.counts[sight.seat] / 10, view.counts[1 - sight.seat] / 10
        self.stage: Numbers = (1.0, down, theirs)
        self.wide: Numbers = (1.0, down, theirs, mine, theirs * theirs, mine * mine, theirs * mine, down * theirs)

    def candidates(self, actions: Sequence[Action]) -> list[Action]:
        """The actions to compare: the draws, or everything that may be laid and the throws that cost most and fit
        least. None where the pile is taken whole or hands are challenged: these weights were not trained on that."""
        rules = VARIANTS[self.view.rules]
        if rules.pickup == "pile" or rules.challenge != "off":
            return []
        draws: list[Action] = [action for action in actions if isinstance(action, DrawDiscard | DrawStock)]
        if draws:
            return draws
        points = self.view.pack.values
        throws = [action for action in actions if isinstance(action, Discard)]
        throws.sort(key=lambda action: (3 * links(action.card, self.hand) - points[action.card], action.card))
        return [*(action for action in actions if isinstance(action, Meld | Add)), *throws[:THROWS]]

    def parts(self, action: Action) -> Parts:
        """An action as numbers."""
        if isinstance(action, DrawDiscard):
            return (("take", self._take(self.view.top or 0)),)
        if isinstance(action, Meld):
            return (("lay", self._lay(action.cards)),)
        if isinstance(action, Add):
            return (("add", self._add(action.card)),)
        return (("throw", self._throw(action.card)),) if isinstance(action, Discard) else ()

    def wide_parts(self, action: Action) -> Parts:
        """An action as numbers, with those of the cards that stay in hand."""
        return tuple((kind, (*numbers, *self._rest(action))) for kind, numbers in self.parts(action))

    def _rest(self, action: Action) -> Numbers:
        """What the hand may come to: cards that make a meld of it, or that fit on the table, and cards that are alone;
        of the pile, how much more that is with its card."""
        hand = self.hand
        if isinstance(action, DrawDiscard):
            more = hand | 1 << (self.view.top or 0)
            then, now = self._hopes(more, self.grows), self._hopes(hand, self.grows)
            return tuple(one - other for one, other in zip(then, now, strict=True))
        if isinstance(action, Meld):
            return self._hopes(hand & ~action.cards, self.grows | EXTENSIONS[action.cards])
        if isinstance(action, Add):
            bit = 1 << action.card
            grown = (EXTENSIONS[lying.cards | bit] for lying in self.view.table if EXTENSIONS[lying.cards] & bit)
            return self._hopes(hand & ~bit, self.grows | next(grown))
        return self._hopes(hand & ~(1 << action.card), self.grows) if isinstance(action, Discard) else (0.0,) * MORE

    def _hopes(self, hand: int, grows: int) -> Numbers:
        melds, fits = completing(hand) & self.live, grows & self.live
        alone = [card for card in cards_of(hand & ~grows) if not NEAR[card] & hand]
        return (
            melds.bit_count() / 10,
            (melds | fits).bit_count() / 10,
            len(alone) / 5,
            sum(self.view.pack.values[card] for card in alone) / 30,
            (grows & hand).bit_count() / 3,
        )

    def _take(self, card: int) -> Numbers:
        """The features of taking the top of the pile, or all of it."""
        pack = self.view.pack
        pile = self.view.pile_cards or (card,)
        more = self.hand | sum(1 << one for one in pile)
        melds = [meld for meld in held_melds(more, pack) if meld >> card & 1]
        one, two = self._ways(card, self.hand)
        return (
            1.0,
            float(bool(melds)),
            max((values(meld, pack) for meld in melds), default=0) / 30,
            float(self.grows >> card & 1),
            pack.values[card] / 10,
            one / 2,
            two / 4,
            (len(pile) - 1) / 10,
            (values(more, pack) - values(self.hand, pack)) / 50,
        )

    def _lay(self, cards: int) -> Numbers:
        """The features of laying a meld from the hand."""
        left = self.hand & ~cards
        grows = EXTENSIONS[cards]
        count = left.bit_count()
        return (
            1.0,
            (cards.bit_count() - 3) / 2,
            values(cards, self.view.pack) / 30,
            float(count <= 1),
            count / 10,
            values(left, self.view.pack) / 50,
            (grows & self.live).bit_count() / 2,  # cards that the other seat may hold and add
            (grows & left).bit_count() / 2,
            (grows & self.known).bit_count() / 2,
        )

    def _add(self, card: int) -> Numbers:
        """The features of adding a card to the table."""
        left = self.hand & ~(1 << card)
        one, two = self._ways(card, left)
        grows = 0
        for lying in self.view.table:
            if EXTENSIONS[lying.cards] >> card & 1:
                grows |= EXTENSIONS[lying.cards | 1 << card] & ~EXTENSIONS[lying.cards]
        return (
            1.0,
            self.view.pack.values[card] / 10,
            float(left.bit_count() <= 1),
            one / 2,
            float(two),
            (grows & self.live).bit_count() / 2,
            (grows & left).bit_count() / 2,
        )

    def _throw(self, card: int) -> Numbers:
        """The features of a throw, which the other seat may take, meld or add."""
        left = self.hand & ~(1 << card)
        one, two = self._ways(card, left)
        by_known, refused = [0, 0, 0], 0
        for pair in PARTNERS[card]:
            if not pair & ~(self.live | self.known):
                by_known[(pair & self.known).bit_count()] += 1
                refused += bool(pair & self.refused)
        return (
            1.0,
            self.view.pack.values[card] / 10,
            one / 4,  # melds that one live card would make of it
            two / 2,  # melds that lie in the hand
            float(self.grows >> card & 1),
            by_known[0] / 4,
            float(by_known[1]),
            float(by_known[2]),
            refused / 4,
            float(not left),
        )

    def _ways(self, card: int, hand: int) -> tuple[int, int]:
        """The pairs that make a meld with `card`: one card from the hand and one that may come, or both from the
        hand."""
        one = two = 0
        for pair in PARTNERS[card]:
            held = (pair & hand).bit_count()
            if held == 2:
                two += 1
            elif held == 1 and not pair & ~(hand | self.live):
                one += 1
        return one, two
