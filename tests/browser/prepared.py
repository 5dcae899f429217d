"""Tables as they stand in every game and state, drawn without a site: views of the engine at a table that nobody plays,
the page of a table with them, and a small server for its files. What a test feeds to the page is what the site sends.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games import engine
from games.engine import Deal, DrawForDeal
from games.live.audience import looks
from games.live.setup import clock, facts, talk
from games.live.setup.terms import Sitter, Terms
from games.live.sitting import sitting as sittings
from games.players import make_player
from ratings.templatetags import rating_figures

STATIC = Path(__file__).resolve().parents[2] / "static"
NAMES = ("Ines", "Nora Whitfield", "Clive", "Clara", "Chris", "Bartholomew", "Ana", "Jo")
MOST_DEALS, MOST_PLAYS = 3, 600
OPENINGS = ("draw", "use")  # which states are also shown as they come first, before anything is laid
State = dict[str, Any]


def terms_of(rules: engine.RuleSet) -> Terms:
    """A table with a clock at which seat A is a person like the others."""
    count = rules.seating.numbers(rules)[0]
    seats = tuple(Sitter(user_id=at, public_id=str(at), name=NAMES[at], house_level="") for at in range(count))
    return Terms(
        table_id=1, public_id="drawn", rules=rules, seats=seats, control=clock.Control(300_000, 0, None), aids="full",
        spectators=True, pause_s=12.0, tournament="", round=0, talk=talk.FULL,
    )  # fmt: skip


def course(terms: Terms, seed: int) -> Iterator[sittings.Sitting]:
    """A sitting from its first deal on, play by play, by cards and players that follow from the seed."""
    chance = Random(seed)
    now = sittings.opening(terms)
    players = [make_player("club", seed * 10 + seat) for seat in range(len(terms.seats))]
    for _ in range(MOST_PLAYS):
        due = sittings.due_chance(terms, now)
        if due is not None:
            if due is Deal and len(now.state.rest.score.deals) >= MOST_DEALS:
                return
            cards = terms.rules.pack.cards
            deck = tuple(chance.sample(cards, len(cards)))
            step: Any = DrawForDeal(deck) if due is DrawForDeal else due(deck)
        else:
            seats = engine.to_act(terms.rules, now.state)
            if not seats:
                return
            step = players[seats[0]].choose(engine.view(terms.rules, now.state, seats[0]))
        now, events = sittings.step(terms, now, step)
        for seat, player in enumerate(players):
            for event in events:
                player.see(engine.view_event(terms.rules, event, seat))
        yield now


def name_of(view: dict[str, Any]) -> str:
    """Which of the states this view is; empty: none of them."""
    if view["over"]:
        return "over"
    if view["phase"] == "done":
        return "end" if view["result"] else ""
    if view["turn"] != "A":
        return "waiting" if view["turn"] else ""
    verbs = {action["do"] for action in view["actions"] or ()}
    if "discard" in verbs:
        return "knock" if verbs & {"knock", "gin"} else "throw"
    if "cq_use" in verbs:
        uses = {tuple(sorted(meld)) for action in view["actions"] for meld in action.get("table") or ()}
        return "ways" if len({meld for meld in uses if view["centre"] in meld}) > 2 else "use"
    if verbs & {"draw_stock", "draw_discard", "cq_turn", "cq_reject"}:
        return "draw"
    return f"asked {min(verbs)}" if verbs else ""


def states(rules_key: str, *, seeds: Sequence[int] = (1, 2, 3)) -> dict[str, State]:
    """The states that a table of this game comes to for seat A, each as the first frame of the site. Of two by the same
    name the one with a hand and the most of the deal laid down; "open ..." is the first that came."""
    terms = terms_of(engine.rule_set(rules_key))
    found: dict[str, tuple[int, State]] = {}
    for seed in seeds:
        for now in course(terms, seed):
            view = looks.view(terms, now, 0)
            name, frame = name_of(view), None
            for one, weight in ((name, weight_of(view)), (f"open {name}" if name in OPENINGS else "", 0)):
                if name and one and (one not in found or found[one][0] < weight):
                    frame = frame or json.loads(json.dumps(frame_of(terms, now, view), default=str))
                    found[one] = (weight, frame)
    return {name: frame for name, (_, frame) in sorted(found.items())}


def weight_of(view: dict[str, Any]) -> int:
    """How full a table is while somebody plays: melds on the table and in the hand, deals scored."""
    plays = view["over"] or view["phase"] == "done" or len(view["hand"] or ()) > 2
    on_table = sum(len(meld["cards"]) for meld in view.get("table") or ())
    return 100 * plays + 2 * on_table + 3 * len((view["aids"] or {}).get("melds") or ()) + len(view["score"]["deals"])


def frame_of(terms: Terms, now: sittings.Sitting, view: dict[str, Any]) -> State:
    """The frame that shows a version of a table to seat A."""
    return {"k": "sync", "v": now.version, "view": view, "clk": looks.clocks(terms, now, (0,) * terms.boards)}


def page(rules_key: str, *, language: str = "en", **more: Any) -> str:
    """The page of a table of this game, as the site sends it to seat A before anything is dealt."""
    rules = engine.rule_set(rules_key)
    terms = terms_of(rules)
    people = [SimpleNamespace(pk=at, public_id=str(at)) for at in range(len(terms.seats))]
    table = SimpleNamespace(
        public_id="drawn", label="", rules=rules_key, rules_name=rules.name, is_held=False, ref="",
        status="playing", settings={},
    )  # fmt: skip
    request = RequestFactory().get("/tables/drawn/", SERVER_NAME="localhost")
    request.user, request.session = AnonymousUser(), {}
    request.resolver_match = None
    frame = {"k": "sync", "v": 0, "view": looks.view(terms, sittings.opening(terms), 0)}
    context: dict[str, Any] = {
        "table": table, "seat": "A", "names": terms.names, "suits": "SHCDSHCD"[: len(people)],
        "rated": dict(zip(terms.names, people, strict=True)), "snapshot": frame, "facts": facts.facts(rules),
        "rules": rules, "talk": talk.WORDS, "now_ms": 0, "ws_path": "/ws/tables/drawn/", "deals": [],
        "gives_hints": True, "plays_again": True, "heard": False, **more,
    }  # fmt: skip
    rated = {one.pk: SimpleNamespace(rating=1684 + one.pk, provisional=False) for one in people}
    with translation.override(language), patch.object(rating_figures, "ratings_among", lambda **_: rated):
        return render_to_string("games/table/table.html", context, request)


class Files(SimpleHTTPRequestHandler):
    """The static files of the site and the prepared pages; pictures of cards only if they are to be seen, because they
    take a browser more time than all else."""

    def __init__(self, *args: Any, pages: dict[str, str], pictures: bool, **kwargs: Any) -> None:
        self.pages, self.pictures = pages, pictures
        super().__init__(*args, directory=str(STATIC), **kwargs)

    def do_GET(self) -> None:
        """A page that was prepared, else a static file."""
        text = self.pages.get(self.path)
        if self.path.endswith("/cards.svg") and not self.pictures:
            text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
        if text is None:
            self.path = self.path.removeprefix("/static")
            return super().do_GET()
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "image/svg+xml" if text.startswith("<svg") else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_args: Any) -> None:
        """Says nothing."""


@contextmanager
def served(pages: dict[str, str], *, pictures: bool = False) -> Iterator[str]:
    """The address of these pages by their paths, for the time of the block."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, pages=pages, pictures=pictures)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()
