"""Sample worlds: deal the cards that one seat cannot see again, in a way that fits its memory."""

from random import Random

from games.engine import RuleSet, State, best_spread, cards_of, deadwood, deadwood_after_discard, hand_of
from games.engine.play.state import changed_rest, make_state
from games.players.judging.opponents import TOP, Opponent
from games.players.policies.memory import Memory

HANDS = 2  # so many are made; the one that fits best to what was seen is taken


def sample_world(
    rules: RuleSet, state: State, seat: int, memory: Memory, chance: Random, opponent: Opponent = TOP
) -> State:
    """The state with the other hand and the stock drawn again from the cards that `seat` has not seen; two seats only.

    Cards that the other seat took from the pile and still has stay in its hand. The rest of that hand is dealt at
    random and then betters itself by a few draws, because players keep cards that meld, but never to what that opponent
    would have ended the deal with. Of two such hands the one is taken that would meld fewer of the cards which that
    seat threw or left lying. It never looks at where a hidden card truly lies, only at how many cards lie there.
    """
    other = 1 - seat
    known = memory.held.get(other, 0)
    hidden = state.hands[other].bit_count() - known.bit_count()
    seen = state.hands[seat] | known | hand_of(state.pile)
    unseen = [card for card in rules.pack.cards if not seen >> card & 1]
    draws, ends = opponent.turns(memory.thrown.bit_count()), min(opponent.ends, state.rest.limit)
    useless = memory.refused.get(other, 0)
    hand = min(
        (_hand(known, hidden, unseen, draws, ends, chance) for _ in range(HANDS)), key=lambda one: _melded(one, useless)
    )
    stock = [card for card in unseen if not hand >> card & 1]
    chance.shuffle(stock)
    rest = changed_rest(state.rest, stock=tuple(stock[: state.stock]))
    hands = (state.hands[0], hand) if seat == 0 else (hand, state.hands[1])
    return make_state(
        state.phase, state.turn, hands, state.stock, state.pile, rest, taken=state.taken, passes=state.passes
    )


def _hand(known: int, hidden: int, unseen: list[int], draws: int, ends: int, chance: Random) -> int:
    """A hand of the known cards and `hidden` others, improved by `draws` draws, but never to `ends` points or fewer."""
    dealt = chance.sample(unseen, min(len(unseen), hidden + draws))
    hand = known | hand_of(dealt[:hidden])
    count = deadwood(hand)
    for card in dealt[hidden:]:
        more = hand | 1 << card
        if ends < deadwood_after_discard(more) < count:
            worst = min(cards_of(more & ~known), key=lambda out: deadwood(more ^ 1 << out))
            hand = more ^ 1 << worst
            count = deadwood(hand)
    return hand


def _melded(hand: int, useless: int) -> int:
    """How many of the cards that are of no use to its seat this hand would meld."""
    return sum(
        any(meld >> card & 1 for meld in best_spread(hand | 1 << card).melds) for card in cards_of(useless & ~hand)
    )
