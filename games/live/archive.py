"""The record of a finished deal: every step with both hands, in words and as data, once its sitting is over."""

from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.live import loading, looks, seal, terms
from games.live.loading import Foreign
from games.live.terms import LETTERS, Terms
from games.models import Deal, DealSecret, Status, Table

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def deal_record(deal: Deal) -> dict[str, Any] | None:
    """A deal as a dict of plain JSON, `text` in the active language; None until its sitting is over."""
    table = Table.objects.prefetch_related("seats__user").get(pk=deal.table_id)
    if table.status != Status.OVER:
        return None
    fixed = terms.terms(table)
    secret = DealSecret.objects.filter(table=table, deal=deal.number).latest("attempt")
    deck = [engine.card_text(card) for card in loading.deck_of(secret)]
    steps = _steps(fixed, deal)
    return {
        "id": deal.public_id,
        "table": table.public_id,
        "rules": table.rules,
        "names": fixed.names,
        "deal": deal.number,
        "dealer": None if deal.dealer is None else LETTERS[deal.dealer],
        "deck": deck,
        "steps": steps,
        "result": next((step["event"] for step in steps if step["event"]["e"] == "deal_scored"), None),
        "shuffle": {"ctx": secret.ctx, "secret": _opened(secret).hex(), "commitment": secret.commitment},
    }


def _opened(secret: DealSecret) -> bytes:
    return seal.unseal(bytes(secret.sealed), secret.ctx.encode("ascii"))


def _steps(fixed: Terms, deal: Deal) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    for play in loading.history(fixed, until=deal.last_seq):
        if play.sitting.version >= deal.first_seq:
            for event in play.events:
                steps.append(_step(fixed, play, event, len(steps) + 1))
    return steps


def _step(fixed: Terms, play: Foreign, event: Any, n: int) -> dict[str, Any]:
    """One event, with the table as it stood after the play."""
    state = play.sitting.state
    data = looks.plain_event(event)
    seat = getattr(event, "seat", None)
    return {
        "n": n,
        "seat": None if seat is None else LETTERS[seat],
        "text": sentence(fixed, data),
        "event": data,
        "hands": {LETTERS[at]: [engine.card_text(card) for card in engine.cards_of(hand)]
                  for at, hand in enumerate(state.hands)},
        "top": engine.card_text(state.pile[-1]) if state.pile else None,
        "stock": state.stock,
        "deadwood": {LETTERS[at]: engine.deadwood(hand) for at, hand in enumerate(state.hands)},
    }  # fmt: skip


def card(text: str | None) -> str:
    """A card as a reader sees it: 10♦."""
    if not text:
        return "?"
    return ("10" if text[0] == "T" else text[0]) + SUITS[text[1]]


def sentence(fixed: Terms, event: dict[str, Any]) -> str:
    """What happened, in words."""
    kind = event["e"]
    if kind == "deal_scored":
        return _scored(fixed, event)
    if kind == "drew":
        kind = f"drew_{event['from']}"
    if kind == "knocked":
        kind = event["how"]
    words = _words().get(kind, "")
    seat = event.get("seat") or event.get("dealer")
    return words % {
        "name": fixed.names.get(seat, "") if seat else "",
        "card": card(event.get("card") or event.get("upcard")),
        "count": event.get("count", 0),
    }


def _words() -> dict[str, str]:
    return {
        "dealt": _("%(name)s deals. The upcard is %(card)s."),
        "passed": _("%(name)s passes the upcard."),
        "took_upcard": _("%(name)s takes the upcard, %(card)s."),
        "drew_stock": _("%(name)s draws %(card)s from the stock."),
        "drew_pile": _("%(name)s takes %(card)s from the discard pile."),
        "discarded": _("%(name)s discards %(card)s."),
        "knock": _("%(name)s knocks with %(count)s, discarding %(card)s."),
        "gin": _("%(name)s goes gin, discarding %(card)s."),
        "showed": _("%(name)s lays open a hand that counts %(count)s."),
        "laid_off": _("%(name)s lays off %(card)s."),
        "game_won": _("%(name)s wins the game."),
        "resigned": _("%(name)s gives the sitting up."),
        "claimed": _("%(name)s claims the sitting: the opponent is gone."),
        "flagged": _("%(name)s has no time left."),
        "credited": _("%(name)s is given time for an interruption."),
    }


def _scored(fixed: Terms, event: dict[str, Any]) -> str:
    if event["winner"] is None:
        return _("Nobody scores in this deal.")
    name = fixed.names[event["winner"]]
    if event["type"] == "undercut":
        return _("%(name)s undercuts and scores %(points)s.") % {"name": name, "points": event["points"]}
    return _("%(name)s wins the deal and scores %(points)s.") % {"name": name, "points": event["points"]}


def snapshot(table: Table, seat: int | None) -> dict[str, Any]:
    """The full `sync` frame of a table for one look, as a page that is not connected yet shows it."""
    fixed = terms.terms(table)
    now = loading.read(table, fixed)
    frame: dict[str, Any] = {"k": "sync", "v": now.version, "view": looks.view(fixed, now, seat)}
    clocks = looks.clocks(fixed, now, 0)
    return frame | ({"clk": clocks} if clocks is not None else {})
