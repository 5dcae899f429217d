"""What anybody needs to check a deal's deck: the server's secret and the players' entropy."""

from typing import Any

from games.engine.cards import shuffle
from games.live.setup.terms import LETTERS, Terms
from games.live.shuffle import chains, dealing, seal
from games.live.sitting import attempts, steps
from games.live.sitting.attempts import Attempt
from games.live.store import loading, logbook
from games.models import DealSecret

STEPS = ("bind", "commit", "cut", "reveal", "lost")


def deck_and_proof(fixed: Terms, secret: DealSecret) -> tuple[tuple[int, ...], dict[str, Any]]:
    """The cards of a final deal in dealing order, and the inputs that determine them, as plain JSON. `secret` is that
    of the last attempt; where that failed (ONL-1) there are no cards, and `lost_by` names the seat. Raises
    `cryptography.exceptions.InvalidTag` when secret or context was changed."""
    if secret.link is None:  # so fresh that the sweep has not linked it yet
        chains.link()
        secret.refresh_from_db(fields=["link", "before", "head"])
    context = shuffle.context_of(secret.ctx)
    proof: dict[str, Any] = {"ctx": secret.ctx, "secret": _opened(secret).hex(), "commitment": secret.commitment}
    proof["chain"] = {"before": secret.before, "head": secret.head}
    if context.mode == "server":
        deck = dealing.deck_of(secret.ctx, bytes(secret.sealed), secret.suits)
        return deck, proof | _aborted(secret) | _of_server(fixed, context, secret)
    attempt = _attempt(fixed, secret)
    proof |= _aborted(secret) | {"at": [LETTERS[seat] for seat in attempt.seats]}
    if attempt.lost_by is not None:
        return (), proof | {"lost_by": LETTERS[attempt.lost_by]}
    return dealing.mixed(attempt), proof | _of_players(attempt)


def _attempt(fixed: Terms, secret: DealSecret) -> Attempt:
    """The attempt whose deck was dealt, folded from its plays."""
    bind = dealing.bind_of(loading.secret_of(secret))
    found = attempts.begun(bind, *fixed.sitters, None)
    is_this = False
    for play in logbook.plays(secret.table_id, named=STEPS):
        if play.board != secret.board:
            continue
        move = steps.table_action(play.action)
        if isinstance(move, attempts.Bind):
            is_this = (move.deal, move.attempt) == (secret.deal, secret.attempt)
        elif is_this and isinstance(move, attempts.Move) and attempts.awaited(found):
            found = attempts.moved(found, move)
    return found


def _aborted(secret: DealSecret) -> dict[str, Any]:
    """The earlier attempts at this deal, at its board."""
    rows = DealSecret.objects.filter(table_id=secret.table_id, deal=secret.deal, board=secret.board)
    before = rows.filter(attempt__lt=secret.attempt).order_by("attempt")
    return {"aborted": [{"secret": _opened(one).hex(), "commitment": one.commitment} for one in before]}


def _of_server(fixed: Terms, context: shuffle.Context, secret: DealSecret) -> dict[str, Any]:
    """The inputs where the server alone shuffled. A deck that other tables played too adds which deck it is (`of`), and
    its suits. `at` are the seats here, in the order of the context."""
    code = shuffle.transcript_code(context, bytes.fromhex(secret.commitment))
    plain = {"commitments": [], "entropies": [], "cut": 0, "house": [], "code": code}
    if secret.dealer is None:
        return plain | {"at": [LETTERS[fixed.sitters[0][one]] for one in context.seats]}
    at = [LETTERS[place ^ (context.dealer != secret.dealer)] for place in range(len(context.seats))]
    return plain | {"of": [context.table, context.deal], "suits": secret.suits, "at": at}


def _of_players(attempt: Attempt) -> dict[str, Any]:
    """The players' part in a shuffle, dealer first."""
    order = attempt.context.order
    return {
        "commitments": [attempt.commitments[place] for place in order if attempt.commitments[place]],
        "entropies": [entropy.hex() for entropy in dealing.entropies(attempt, dealing.opened(attempt))],
        "cut": attempt.cut or 0,
        "house": [place for place in order if attempt.is_house(place)],
        "code": dealing.secret_of(attempt).code,
    }


def _opened(secret: DealSecret) -> bytes:
    return seal.unseal(bytes(secret.sealed), secret.ctx.encode("ascii"))
