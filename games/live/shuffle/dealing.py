"""Make decks: a fresh sealed secret for every attempt, its commitment, and the deck that follows from it. The players'
entropy is part of it, except in mode server."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from games import engine
from games.engine.cards import shuffle
from games.live.setup.terms import Terms
from games.live.shuffle import seal
from games.live.sitting import attempts
from games.live.sitting import sitting as sittings
from games.live.sitting.attempts import Attempt, Bind
from games.live.sitting.rows import Secret
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Step


def pack_of(rules: engine.RuleSet) -> str:
    """The name of a game's pack in the shuffle procedure: the same ranks, from the ace."""
    return next(pack for pack in shuffle.PACKS if set(pack) == set(rules.pack.ranks))


def in_pack(cards: Sequence[int], context: shuffle.Context, pack: engine.Pack) -> tuple[int, ...]:
    """Translate cards of a shuffle to the numbers of a game's own pack; a card keeps its name."""
    if pack.ranks == context.pack == engine.GIN_PACK.ranks:
        return tuple(cards)
    return tuple(engine.parse_card(shuffle.card_name(card, context.pack), pack) for card in cards)


def chance(terms: Terms, sitting: Sitting) -> tuple[Step, Secret | None] | None:
    """The chance action that is due at the table now, with the secret to store beside it; None if none is due, or if
    the shuffle waits for the players. All boards shuffle at once, and none gets its cards before all can: nobody knows
    a card of the deal while another may still be asked for a new attempt."""
    due = sittings.due_chance(terms, sitting)
    if due is None:
        return None
    if terms.decks:
        return _given(terms, sitting.state.rest.deal + 1)
    boards = _boards(terms, sitting, due)
    if terms.shuffle != "players":
        secret = _fresh(terms, sitting, due, boards[0])
        return _dealt(terms, due, boards[0], deck_of(secret.ctx, secret.sealed)), secret
    lost = next((seat for one in sitting.attempts if (seat := attempts.loser(one)) is not None), None)
    if lost is not None:
        return engine.LoseShuffle(lost), None
    under_way = {one.board: one for one in sitting.attempts if one.lost_by is None}
    unbound = next((board for board in boards if board not in under_way), None)
    if unbound is not None:
        secret = _fresh(terms, sitting, due, unbound)
        return bind_of(secret), secret
    if any(attempts.awaited(one) for one in under_way.values()):
        return None
    attempt = under_way[boards[0]]
    return _dealt(terms, due, attempt.board, mixed(attempt)), secret_of(attempt)


def _boards(terms: Terms, sitting: Sitting, due: type[Any]) -> tuple[int, ...]:
    """The boards for which chance is due. For the first deal all seats draw together."""
    if due is engine.DrawForDeal:
        return (0,)
    return engine.due_boards(sitting.state) or tuple(range(terms.boards))


def _dealt(terms: Terms, due: type[Any], board: int, deck: tuple[int, ...]) -> engine.Action:
    if terms.boards > 1 and due is engine.Deal:
        return engine.Deal(deck, board=board)
    dealt: engine.Action = due(deck)
    return dealt


def _fresh(terms: Terms, sitting: Sitting, due: type[Any], board: int) -> Secret:
    """A fresh secret for the next attempt at a board."""
    deal, number = numbered(sitting, board) if due is engine.Deal else numbered(sitting, None)
    seats, dealer = next_hands(terms, sitting, board) if deal else (tuple(range(len(terms.seats))), 0)
    context = _context(terms, deal=deal, dealer=dealer, seats=seats, attempt=number, board=board)
    fresh, encoded = secrets.token_bytes(shuffle.SECRET_BYTES), context.encoded
    return Secret(
        deal=deal,
        attempt=number,
        ctx=encoded.decode("ascii"),
        sealed=seal.seal(fresh, encoded),
        commitment=shuffle.server_commitment(context, fresh).hex(),
        board=board,
    )


def numbered(sitting: Sitting, board: int | None) -> tuple[int, int]:
    """The number of the deal that comes next at a board (0 for the drawing before the first deal, None), and of the
    next attempt at it. If a board is dealt again while the deal of the teams goes on (IRR-33), the attempt number grows
    by one."""
    deal = 0
    if board is not None:
        state = sitting.state.boards[board].state if engine.due_boards(sitting.state) else sitting.state
        deal = state.rest.deal + 1
    last, number = sitting.numbers[board or 0]
    return deal, number + 1 if last == deal else 1


def bind_of(secret: Secret) -> Bind:
    """The play that starts an attempt with this secret."""
    return Bind(secret.deal, secret.attempt, secret.board or None, secret.ctx, secret.commitment, secret.sealed)


def mixed(attempt: Attempt) -> tuple[int, ...]:
    """The deck of an attempt to which all seats have sent their part. Raises `InvalidTag` for a changed secret."""
    secret = opened(attempt)
    return _cards(attempt.context, secret, entropies=entropies(attempt, secret), cut=attempt.cut or 0)


def secret_of(attempt: Attempt) -> Secret:
    """The secret of such an attempt, as the row of its deal needs it, with the transcript code. It has been stored
    since the attempt began."""
    about, secret = attempt.context, opened(attempt)
    given = [bytes.fromhex(attempt.commitments[place]) for place in about.order if attempt.commitments[place]]
    bound = bytes.fromhex(attempt.commitment)
    code = shuffle.transcript_code(about, bound, given, entropies(attempt, secret), attempt.cut or 0)
    return Secret(
        deal=attempt.deal, attempt=attempt.number, ctx=attempt.ctx, sealed=attempt.sealed,
        commitment=attempt.commitment, is_kept=True, code=code, board=attempt.board,
    )  # fmt: skip


def entropies(attempt: Attempt, secret: bytes) -> list[bytes]:
    """Every seat's entropy, dealer first; that of a house player follows from the server's secret."""
    return [
        shuffle.house_entropy(attempt.context, place, secret)
        if attempt.is_house(place)
        else bytes.fromhex(attempt.entropies[place])
        for place in attempt.context.order
    ]


def opened(attempt: Attempt) -> bytes:
    """The server's secret of an attempt, opened. Raises `InvalidTag` if it was changed."""
    return seal.unseal(attempt.sealed, attempt.ctx.encode("ascii"))


def next_hands(terms: Terms, sitting: Sitting, board: int) -> tuple[tuple[int, ...], int]:
    """The seats that get cards at a board in the next deal, and the dealer's place among them. Where the dealer sits
    out, it is the place of the player who deals instead."""
    rest, seating = sitting.state.rest, terms.rules.seating
    places = rest.places if rest.result is None else seating.next(terms.rules, rest.places, rest.result)
    if seating.boards is not None:
        seats = seating.boards.pairs(places)[board]
        return seats, seating.boards.dealer_at(places, seats)
    assert places.dealer is not None
    return tuple(range(len(terms.seats))), places.dealer


def deck_of(ctx: str, sealed: bytes, suits: str = "CDHS") -> tuple[int, ...]:
    """The deck that a stored secret determines, with these suits in place of C, D, H and S. Raises
    `cryptography.exceptions.InvalidTag` when secret or context was changed."""
    return _cards(shuffle.context_of(ctx), seal.unseal(sealed, ctx.encode("ascii")), suits)


def _cards(
    context: shuffle.Context, secret: bytes, suits: str = "CDHS", *, entropies: Sequence[bytes] = (), cut: int = 0
) -> tuple[int, ...]:
    cards = shuffle.renamed(shuffle.deck(context, secret, entropies, cut), suits)
    return in_pack(cards, context, engine.VARIANTS[context.rules].pack)


def _context(
    terms: Terms, *, deal: int, dealer: int, seats: Iterable[int], attempt: int, board: int
) -> shuffle.Context:
    return shuffle.Context(
        attempt=attempt,
        board=board,
        deal=deal,
        dealer=dealer,
        mode=terms.shuffle,
        pack=pack_of(terms.rules),
        round=terms.round,
        rules=terms.rules.key,
        seats=tuple(terms.seats[seat].public_id for seat in seats),
        table=terms.public_id,
        tournament=terms.tournament,
    )


def _given(terms: Terms, deal: int) -> tuple[engine.Action, Secret]:
    """The deal from a deck that is fixed in advance: nobody draws for it, and its secret is already stored."""
    given = terms.decks[deal - 1]
    secret = Secret(deal=deal, attempt=1, ctx=given.ctx, sealed=given.sealed, commitment=given.commitment, is_kept=True)
    return engine.Deal(deck_of(given.ctx, given.sealed, given.suits), dealer=given.dealer), secret
