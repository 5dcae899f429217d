"""The analysis of a finished deal: the question for the analyst, its answer as plain data, and as a table to read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine import codec
from games.live.finished import archive, deal_luck
from games.live.setup import terms
from games.live.setup.terms import LETTERS, Terms
from games.live.store import loading
from games.models import Analysis, AnalysisState, Deal, Table
from games.players.judging.analysis import VERSION, Question, Verdict, can_judge

WORST = 10  # decisions that the summary of a sitting names
NOT_ASKED = "not_asked"  # the state of a deal whose analysis nobody has asked for


@dataclass(frozen=True, slots=True)
class DealLog:
    """A deal with the log of its sitting up to its end, and the version of the table that each action made."""

    table: Table
    deal: Deal
    fixed: Terms
    actions: tuple[engine.Action, ...]
    versions: tuple[int, ...]

    def question(self, known: int) -> Question:
        """The question for the analyst about a deal whose first `known` decisions are already judged."""
        return Question(
            rules=self.table.rules,
            options=dict(self.table.options),
            actions=self.actions,
            first=self.versions.index(self.deal.first_seq),
            seed=f"{VERSION}:{self.deal.public_id}",
            known=known,
        )

    def row(self, verdict: Verdict) -> dict[str, Any]:
        """A verdict as plain data: actions as on the wire, points rounded to hundredths."""
        plain = {name: codec.action_to_json(getattr(verdict, name), self.fixed.rules.pack)
                 for name in ("played", "house", "best")}  # fmt: skip
        figures = {"given_up": round(verdict.given_up, 2), "error": round(verdict.error, 2)}
        where = {"v": self.versions[verdict.place], "seat": LETTERS[verdict.seat]}
        against = [
            {"who": one.key, "points": round(one.points, 2), "error": round(one.error, 2), "is_sure": one.is_sure}
            for one in verdict.against
        ]
        return where | plain | figures | {"is_error": verdict.is_error, "depends": verdict.depends, "against": against}


def can_be(table: Table) -> bool:
    """Can the deals of this table be analysed?"""
    return can_judge(terms.terms(table).rules)


def log_of(deal: Deal) -> DealLog:
    """The log of a deal's sitting up to its end."""
    table = Table.objects.prefetch_related("seats__user").get(pk=deal.table_id)
    fixed = terms.terms(table)
    log = deal_luck.played(loading.history(fixed, until=deal.last_seq))
    actions, versions = tuple(deal_luck.actions_of(log)), tuple(play.sitting.version for play in log)
    return DealLog(table, deal, fixed, actions, versions)


def analysis_of(deal: Deal) -> Analysis | None:
    """The analysis of a deal by the present version of the analyst; if there is none, the newest finished one by an
    earlier version; else None."""
    found = Analysis.objects.filter(deal=deal)
    earlier = found.filter(state=AnalysisState.DONE).order_by("-asked_at")
    return found.filter(version=VERSION).first() or earlier.first()


def is_of_today(found: Analysis) -> bool:
    """Was this analysis made by the present version of the analyst?"""
    return found.version == VERSION


def are_asked_by(user: User | AnonymousUser, deals: Iterable[Deal]) -> bool:
    """Did this person ask for one of these analyses, made by the present version of the analyst?"""
    return isinstance(user, User) and Analysis.objects.filter(deal__in=deals, version=VERSION, by=user).exists()


def plain(found: Analysis) -> dict[str, Any]:
    """An analysis as plain data, with the sum that each seat gave up and its standard error."""
    return {
        "deal": found.deal.public_id,
        "version": found.version,
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "decisions": found.decisions,
        "given_up": {seat: summed(found.decisions, seat) for seat in LETTERS[:2]},
    }


def _errors(done: Iterable[tuple[Deal, Sequence[Mapping[str, Any]]]]) -> list[dict[str, Any]]:
    """The decisions of analysed deals that are errors, the costliest first, each with its deal and its number in it."""
    rows = [
        {**row, "deal": deal.public_id, "number": deal.number}
        for deal, decisions in done
        for row in decisions
        if row["is_error"]
    ]
    return sorted(rows, key=lambda row: -row["given_up"])


def of_sitting(table: Table, deals: Iterable[Deal]) -> dict[str, Any]:
    """The analyses of a sitting's finished deals as plain data: for each deal its progress and what each player gave
    up; for all finished analyses together what each player gave up, the errors (the costliest first), and the worst
    few."""
    there = {one.deal_id: one for one in Analysis.objects.filter(deal__table=table, version=VERSION)}
    lines = [_line(deal, there.get(deal.pk)) for deal in deals]
    done = [(deal, there[deal.pk].decisions) for deal in deals if deal.pk in there and there[deal.pk].state == "done"]
    rows = [row for _deal, decisions in done for row in decisions]
    errors = _errors(done)
    return {
        "table": table.public_id,
        "version": VERSION,
        "state": _state_of([line["state"] for line in lines]),
        "done": len(done),
        "total": len(lines),
        "deals": lines,
        "given_up": {seat: summed(rows, seat) for seat in LETTERS[:2]},
        "errors": errors,
        "worst": errors[:WORST],
    }


def _line(deal: Deal, found: Analysis | None) -> dict[str, Any]:
    where = {"deal": deal.public_id, "number": deal.number}
    if found is None:
        return where | {"state": NOT_ASKED, "done": 0, "total": 0, "given_up": None}
    given_up = {seat: summed(found.decisions, seat) for seat in LETTERS[:2]} if found.state == "done" else None
    return where | {"state": found.state, "done": found.done, "total": found.total, "given_up": given_up}


def _state_of(states: Sequence[str]) -> str:
    """The state of a whole sitting: running if one of its deals is, done if all are, else the state that stops it."""
    for state in ("running", "waiting", "failed", "stopped", NOT_ASKED):
        if state in states:
            return state
    return "done"


def sitting_table(found: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The analysis of a sitting to read: its sums and its worst decisions with names and words."""
    names = terms.terms(table).names
    worst = [row | {"name": names[row["seat"]]} | _in_words(row) for row in found["worst"]]
    sums = [{"name": names[seat], **found["given_up"][seat]} for seat in LETTERS[:2]]
    lines = [line | {"given_up": [line["given_up"][seat] for seat in LETTERS[:2]] if line["given_up"] else None}
             for line in found["deals"]]  # fmt: skip
    return {"worst": worst, "sums": sums, "deals": lines}


def summed(rows: list[dict[str, Any]], seat: str) -> dict[str, Any]:
    """A seat's total: points given up, their standard error, number of decisions, number of errors, and accuracy (the
    percentage of decisions that were no error; None without any)."""
    mine = [row for row in rows if row["seat"] == seat]
    errors = sum(row["is_error"] for row in mine)
    return {
        "accuracy": round(100 * (len(mine) - errors) / len(mine)) if mine else None,
        "points": round(sum(row["given_up"] for row in mine), 2),
        "error": round(sqrt(sum(row["error"] ** 2 for row in mine)), 2),
        "decisions": len(mine),
        "errors": errors,
    }


def table_of(found: Analysis, record: Mapping[str, Any]) -> dict[str, Any]:
    """An analysis to read beside the record of its deal: a line for each decision at which the house player would have
    done otherwise or points were given up, the errors for the graph, and a sum for each player."""
    steps = {step["v"]: step["n"] for step in reversed(record["steps"])}
    names = record["names"]
    lines = [
        row | {"n": steps.get(row["v"]), "name": names[row["seat"]]} | _in_words(row)
        for row in found.decisions
        if row["house"] != row["played"] or row["best"] != row["played"]
    ]  # fmt: skip
    sums = [{"name": names[seat], **summed(found.decisions, seat)} for seat in LETTERS[:2]]
    errors = [
        {"n": line["n"], "seat": line["seat"], "played": line["played_words"], "best": line["best_words"]}
        for line in lines
        if line["is_error"] and line["n"]
    ]
    return {"lines": lines, "errors": errors, "sums": sums}


def _in_words(row: Mapping[str, Any]) -> dict[str, str]:
    words = {f"{key}_words": said(row[key]) for key in ("played", "house", "best")}
    return words | {"depends_words": depends_words(row) if row.get("depends") else ""}


def depends_words(row: Mapping[str, Any]) -> str:
    """In a sentence, against whom a move costs, or against whom alone that is not sure: whichever names fewer."""
    sure, others = ([OPPONENTS[one["who"]]() for one in row["against"] if one["is_sure"] is want]
                    for want in (True, False))  # fmt: skip
    words = (
        _("Depends on the other: %(better)s is better against %(sure)s; against others that is not sure.")
        if len(sure) <= len(others)
        else _("Depends on the other: %(better)s is better, but against %(others)s that is not sure.")
    )
    return words % {"better": said(row["best"]), "sure": _all_of(sure), "others": _all_of(others)}


def _all_of(names: Sequence[str]) -> str:
    *first, last = names
    return _("%(several)s and %(last)s") % {"several": ", ".join(first), "last": last} if first else last


OPPONENTS: Mapping[str, Callable[[], str]] = {
    "beginner": lambda: _("a beginner"),
    "novice": lambda: _("a novice"),
    "club": lambda: _("a club player"),
    "strong": lambda: _("a strong player"),
    "top": lambda: _("a very strong player"),
    "early": lambda: _("a player who knocks at once"),
    "gin": lambda: _("a player who only goes for gin"),
}


def said(action: Mapping[str, Any]) -> str:
    """An action in a few words."""
    words = {
        "take_upcard": _("take the upcard"),
        "pass_upcard": _("pass the upcard"),
        "draw_stock": _("draw from the stock"),
        "draw_discard": _("take the discard"),
        "decline_last": _("leave the last discard"),
        "discard": _("discard %(card)s"),
        "knock": _("knock, discarding %(card)s"),
        "gin": _("gin, discarding %(card)s"),
        "big_gin": _("big gin"),
        "double": _("offer to double"),
        "accept_double": _("accept the double"),
        "decline_double": _("give the deal up"),
    }
    do = str(action["do"])
    return words.get(do, do) % {"card": archive.card(action.get("card"))}
