"""The laws of irregularity that affect strict play: correcting a wrong number of cards (IRR-9).

A law is `(rules, state, …) -> …` and opens with its id; strict play refuses every other irregularity.
"""

from games.engine.play.state import Effect, Rest, changed_rest, fix_of


def correction(rest: Rest, seat: int) -> int:
    """IRR-9: the number of cards that the seat must still throw (+) or draw (-); 0 if its hand is right."""
    return fix_of(rest, seat) if rest.effects else 0


def owes(rest: Rest, seat: int) -> bool:
    """IRR-13: has the seat drawn before its turn, so that it will play that turn even with the stock used up?"""
    return any(effect.kind == "owed" and effect.seat == seat for effect in rest.effects)


def is_banned(rest: Rest, seat: int) -> bool:
    """IRR-9, 19: may the seat not knock (except for gin)?"""
    return any(effect.kind == "ban" and effect.seat == seat for effect in rest.effects)


def one_card_corrected(rest: Rest, seat: int) -> Rest:
    """IRR-9: correct one card a turn until ten; the effect ends when the number is right."""
    left = fix_of(rest, seat)
    left -= 1 if left > 0 else -1
    others = tuple(effect for effect in rest.effects if not (effect.kind == "fix" and effect.seat == seat))
    return changed_rest(rest, effects=(*others, Effect("fix", seat, left)) if left else others)
