"""The record of a finished deal: every step with both hands, in words and as data, once its sitting is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from doors.caching import versioned
from doors.words import card_words
from games import engine
from games.engine.play.state import Rest, Tabled
from games.engine.play.view import View
from games.engine.writing.codec.words import cards_to_json
from games.live.audience import looks
from games.live.finished import deal_luck, proofs
from games.live.setup import law_words, terms
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting.sitting import board_of
from games.live.sitting.steps import SHUFFLING, TableAction
from games.live.store import loading
from games.live.store.loading import Foreign
from games.models import Deal, DealSecret, Status, Table
from games.players.judging.luck import DealLuck

WORDS = {
    "dealt": gettext_noop("%(name)s deals. The upcard is %(card)s."),
    "drew_for_deal": gettext_noop("The cards are cut: %(name)s deals first."),
    "dealt_closed": gettext_noop("%(name)s deals."),
    "passed": gettext_noop("%(name)s passes the upcard."),
    "took_upcard": gettext_noop("%(name)s takes the upcard, %(card)s."),
    "drew_stock": gettext_noop("%(name)s draws %(card)s from the stock."),
    "drew_unseen": gettext_noop("%(name)s draws from the stock."),
    "knock_open": gettext_noop("%(name)s knocks, discarding %(card)s."),
    "drew_row": gettext_noop("%(name)s takes %(card)s, which was seen."),
    "drew_pile": gettext_noop("%(name)s takes %(card)s from the discard pile."),
    "discarded": gettext_noop("%(name)s discards %(card)s."),
    "knock": gettext_noop("%(name)s knocks with %(count)s, discarding %(card)s."),
    "gin": gettext_noop("%(name)s goes gin, discarding %(card)s."),
    "big_gin": gettext_noop("%(name)s goes big gin."),
    "declined": gettext_noop("%(name)s lays the hand open with %(count)s: the double was not accepted."),
    "left_last": gettext_noop("%(name)s leaves the last discard."),
    "offered_double": gettext_noop("%(name)s offers to double: the deal would count %(factor)s times."),
    "accepted_double": gettext_noop("%(name)s accepts: the deal counts %(factor)s times."),
    "declined_double": gettext_noop("%(name)s gives the deal up."),
    "showed": gettext_noop("%(name)s lays open a hand that counts %(count)s."),
    "laid_off": gettext_noop("%(name)s lays off %(card)s."),
    "game_won": gettext_noop("%(name)s wins the game."),
    "dealt_colonel": gettext_noop("%(name)s deals. %(card)s starts the discard pile."),
    "showed_colonel": gettext_noop("%(name)s still holds %(count)s points."),
    "melded": gettext_noop("%(name)s lays %(cards)s."),
    "added": gettext_noop("%(name)s adds %(card)s to meld %(number)s."),
    "took_pile": gettext_noop("%(name)s takes the whole pile: %(cards)s."),
    "challenged": gettext_noop("%(name)s challenges: whole hands are to be counted."),
    "accepted": gettext_noop("%(name)s accepts the challenge."),
    "refused": gettext_noop("%(name)s plays on."),
    "turned": gettext_noop("%(name)s turns %(card)s."),
    "used": gettext_noop("%(name)s uses %(card)s with %(cards)s."),
    "used_alone": gettext_noop("%(name)s uses %(card)s."),
    "laid_from_hand": gettext_noop("%(name)s lays %(cards)s from the hand."),
    "passed_on": gettext_noop("%(name)s passes %(card)s on."),
    "rejected": gettext_noop("%(name)s rejects %(card)s."),
    "forced": gettext_noop("%(name)s is forced to use %(card)s."),
    "waived": gettext_noop("%(name)s does not force."),
    "folded": gettext_noop("%(name)s folds: rejects and passes for the rest of the deal."),
    "game_drawn": gettext_noop("The game is drawn."),
    "resigned": gettext_noop("%(name)s gives the sitting up."),
    "claimed": gettext_noop("%(name)s claims the sitting: the opponent is gone."),
    "flagged": gettext_noop("%(name)s has no time left."),
    "credited": gettext_noop("%(name)s is given time for an interruption."),
    "frozen": gettext_noop("The director stops the clock."),
    "resumed": gettext_noop("The director lets play go on."),
    "clock_set": gettext_noop("The director sets the clock of %(name)s by %(seconds)s seconds."),
    "called": gettext_noop("Time is called."),
    "chose": gettext_noop("%(name)s chooses: %(choice)s."),
    "exposed": gettext_noop("%(name)s has seen %(cards)s of the stock."),
    "showed_card": gettext_noop("%(name)s shows %(card)s."),
    "looked_back": gettext_noop("%(name)s looks through the discards."),
    "turn_lost": gettext_noop("%(name)s loses the turn."),
    "counted": gettext_noop("%(name)s is found to hold %(number)s cards."),
    "adjusted": gettext_noop("The score of %(name)s is put right by %(points)s points."),
    "adjusted_column": gettext_noop("The score of %(name)s in column %(column)s is put right by %(points)s points."),
    "picked": gettext_noop("%(name)s picks %(card)s."),
    "shuffle_lost": gettext_noop(
        "%(name)s loses the deal before its first card: the browser has lost its part too often."
    ),
    "undone": gettext_noop("Play goes back to an earlier moment of the deal."),
}


def deal_record(deal: Deal, board: int = 0) -> dict[str, Any] | None:
    """A deal (with several boards, one of them) as a dict of plain JSON, with `text` in the active language; None until
    its sitting is over, while its table is held, and for a board that does not exist."""
    table = Table.objects.prefetch_related("seats__user").get(pk=deal.table_id)
    if table.status != Status.OVER or table.is_held:
        return None
    fixed = terms.terms(table)
    secret = DealSecret.objects.filter(table=table, deal=deal.number, board=board).order_by("attempt").last()
    if secret is None:
        return None
    deck, proof = proofs.deck_and_proof(fixed, secret)
    log = tuple(loading.history(fixed, until=deal.last_seq))
    version = f"{deal.value} {deal.last_seq}"
    luck = versioned.cached(("luck", deal.pk), version, lambda: deal_luck.luck_of(deal, fixed, log), weigh=lambda _: 1)
    boards = _boards(fixed, deal, log)
    players = boards[board]
    scored = "deal_scored" if len(boards) == 1 else "board_scored"
    steps = _steps(fixed, deal, log, board, players, luck[1] if luck else {})
    return {
        "id": deal.public_id,
        "table": table.public_id,
        "rules": table.rules,
        "names": fixed.names,
        "players": [LETTERS[seat] for seat in players],
        "board": board,
        "boards": [[LETTERS[seat] for seat in seats] for seats in boards],
        "deal": deal.number,
        "dealer": None if deal.dealer is None else LETTERS[deal.dealer],
        "deck": [engine.card_text(card, fixed.rules.pack) for card in deck],
        "steps": steps,
        "result": next((step["event"] for step in steps if step["event"]["e"] == scored), None),
        "luck": None if luck is None else _luck(luck[0]),
        "shuffle": proof,
    }


def _boards(fixed: Terms, deal: Deal, log: Sequence[Foreign]) -> list[tuple[int, ...]]:
    """The seats that got cards in a deal, board by board."""
    dealt = next(play.sitting.state for play in log if play.sitting.version >= deal.first_seq)
    if fixed.boards > 1:
        return [board.seats for board in dealt.boards]
    return [tuple(seat for seat in range(len(fixed.seats)) if seat not in dealt.rest.places.waiting)]


def is_here(event: Any, players: Sequence[int], board: int) -> bool:
    """Did this event happen at this board, or at the whole table? The shuffle stands by itself in a record."""
    if event.__class__ in SHUFFLING:
        return False
    if isinstance(event, engine.BoardScored):
        return event.board == board
    seat = event.dealer if isinstance(event, engine.Dealt) else getattr(event, "seat", None)
    return seat is None or seat in players or isinstance(event, TableAction | engine.GameWon)


def _luck(luck: DealLuck) -> dict[str, Any]:
    """The luck of a deal in points for A: luck of the hands dealt, of the draws, and in all; the margin of the deal,
    the margin without luck, and the value function used."""
    total, dealt = round(luck.luck, 2), round(luck.dealt, 2)
    parts = {"dealt": dealt, "draws": round(total - dealt, 2), "total": total, "play": round(luck.margin - total, 2)}
    return {"value": luck.key, "margin": luck.margin} | parts


def _steps(
    fixed: Terms, deal: Deal, log: Sequence[Foreign], board: int, players: Sequence[int], lucks: Mapping[int, float]
) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    for play in log:
        version = play.sitting.version
        if version >= deal.first_seq:
            for at, event in enumerate(play.events):
                if not is_here(event, players, board):
                    continue
                if isinstance(event, engine.Dealt):
                    steps.clear()  # IRR-33: a board that is dealt again
                steps.append(_step(fixed, play, at, len(steps) + 1, players) | {"v": version, "luck": None})
            if version in lucks:  # of the stock draw that this play was, for who drew
                steps[-1]["luck"] = round(lucks[version] * (1 if steps[-1]["seat"] == "A" else -1), 2)
    return steps


def _step(fixed: Terms, play: Foreign, at: int, n: int, players: Sequence[int]) -> dict[str, Any]:
    """The event at this place in a play, with the table after the play: the hands of those who got cards, without the
    cards they have laid off by then."""
    state, pack, event = play.sitting.state, fixed.rules.pack, play.events[at]
    at_board = state.boards[board_of(play.sitting, players[0])].state if state.boards else state
    off = laid_off(at_board.rest, later=play.events[at + 1 :])
    held = {seat: state.hands[seat] & ~off for seat in players}
    data = looks.plain_event(fixed, event)
    seat = getattr(event, "seat", None)
    return {
        "n": n,
        "seat": None if seat is None else LETTERS[seat],
        "next": next((LETTERS[at] for at in engine.to_act(fixed.rules, state) if at in players), None),
        "text": sentence(fixed, data),
        "event": data,
        "hands": {LETTERS[seat]: cards_to_json(hand, pack) for seat, hand in held.items()},
        "top": open_card(fixed, engine.view(fixed.rules, state, players[0] if fixed.boards > 1 else None)),
        "stock": at_board.stock,
        "deadwood": None if fixed.rules.pack != engine.GIN_PACK
        else {LETTERS[seat]: engine.deadwood(hand) for seat, hand in held.items()},
        "table": tabled(state.rest.table, pack),
    }  # fmt: skip


def laid_off(lying: Rest | View, *, later: Sequence[Any]) -> int:
    """The cards laid off so far (a mask). They lie with the knocker's melds and in no hand (GIN-20). Cards that only
    the `later` events of the same play lay off are left out."""
    off = sum(1 << card for laid in (*lying.laid_before, lying.laid) if laid for card, _ in laid.laid_off)
    return off & ~sum(1 << event.card for event in later if isinstance(event, engine.LaidOff))


def tabled(melds: Sequence[Tabled], pack: engine.Pack) -> list[dict[str, Any]]:
    """The melds on the table, each with the seat that laid most of it."""
    by = [max(range(len(lying.laid)), key=lambda at: lying.laid[at].bit_count()) for lying in melds]
    return [{"cards": cards_to_json(lying.cards, pack), "by": LETTERS[at]} for lying, at in zip(melds, by, strict=True)]


def open_card(fixed: Terms, seen: View) -> str | None:
    """The open card of a view: the top discard, or Conquian's card on offer."""
    found = seen.centre if fixed.rules.kernel.wastes else seen.top
    return None if found is None else engine.card_text(found, fixed.rules.pack)


def card(text: str | None) -> str:
    """A card for a reader: 10♦, or a question mark for a card that nobody has seen."""
    return card_words(text) if text else "?"


def sentence(fixed: Terms, event: dict[str, Any]) -> str:
    """A sentence that says what happened."""
    kind = event["e"]
    if kind in ("deal_scored", "board_scored"):
        return _scored(fixed, event)
    if kind == "game_won" and event["seat"] and fixed.boards > 1:
        return _("%(name)s win the game.") % {"name": side(fixed, event["seat"])}
    if kind == "drew":
        kind = f"drew_{event['from']}"
    if kind == "knocked":
        kind = event["how"]
    if kind == "dealt" and not event["upcard"]:
        kind = "dealt_closed"
    if kind == "challenge_answered":
        kind = "accepted" if event["accepted"] else "refused"
    if kind in ("dealt", "dealt_closed", "showed") and fixed.rules.kernel.name == "colonel":
        kind += "_colonel"
    if kind == "used" and not event["cards"]:
        kind = "used_alone"
    if kind == "game_won" and not event["seat"]:
        kind = "game_drawn"
    if kind == "drew_stock" and not event["card"]:
        kind = "drew_unseen"
    if kind == "knock" and event["count"] is None:
        kind = "knock_open"
    if kind == "adjusted" and event.get("column"):
        kind = "adjusted_column"
    if kind == "ruled":
        return law_words.ruled(fixed, event)
    words = _(WORDS[kind]) if kind in WORDS else ""
    seat = event.get("seat") or event.get("dealer")
    return words % {
        "name": fixed.names.get(seat, "") if seat else "",
        "card": card(event.get("card") or event.get("upcard")),
        "cards": " ".join(map(card, event["cards"])) if isinstance(event.get("cards"), list) else "",
        "number": event["n"] if kind == "counted" else (event.get("meld") or 0) + 1,
        "count": event.get("count", 0),
        "factor": event.get("factor", 1),
        "points": _signed(event["points"]) if event["e"] == "adjusted" else event.get("points", 0),
        "column": event.get("column", ""),
        "seconds": round(event.get("ms", 0) / 1000),
        "choice": law_words.choices().get(event["choice"], "") if event.get("choice") else "",
    }


def _signed(points: int) -> str:
    """A number of points with its sign: +12, −5."""
    return f"{points:+d}".replace("-", "−")


def side(fixed: Terms, seat: str) -> str:
    """The names of a team, found by its first seat."""
    first = LETTERS.index(seat)
    return " + ".join(sitter.name for at, sitter in enumerate(fixed.seats) if at % 2 == first)


def _scored(fixed: Terms, event: dict[str, Any]) -> str:
    if event["winner"] is None:
        return _("Nobody scores in this deal.")
    if event["type"] == "team":
        said = {"name": side(fixed, event["winner"]), "points": event["points"]}
        return _("%(name)s win the deal and score %(points)s together.") % said
    name = fixed.names[event["winner"]]
    if fixed.rules.sheet.name == "stakes":
        return _("%(name)s has eleven cards down and wins the game.") % {"name": name}
    if event["type"] == "undercut":
        return _("%(name)s undercuts and scores %(points)s.") % {"name": name, "points": event["points"]}
    return _("%(name)s wins the deal and scores %(points)s.") % {"name": name, "points": event["points"]}


def snapshot(table: Table, seat: int | None, *, is_kept: bool = False) -> dict[str, Any]:
    """The full `sync` frame of a table for one look, for a page that is not connected yet. Watchers get the version
    that they may see. With `is_kept` (a cached page) no clock runs."""
    fixed = terms.terms(table)
    gallery = loading.gallery(table, fixed) if seat is None else None
    now = gallery.shown if gallery else loading.read(table, fixed)
    course = gallery.told(fixed) if gallery else ()
    frame: dict[str, Any] = {"k": "sync", "v": now.version, "view": looks.view(fixed, now, seat, course)}
    is_still = is_kept or gallery is not None
    clocks = looks.still_clocks(fixed, now) if is_still else looks.clocks(fixed, now, (0,) * fixed.boards)
    return frame | ({"clk": clocks} if clocks is not None else {})
