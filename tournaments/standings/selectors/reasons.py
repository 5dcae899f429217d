"""The reasons for a pairing: the trace as plain JSON, and each pair in words."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event.selectors.words import points_text
from tournaments.models import Entry, PairingRun, Round, Stage
from tournaments.pairing import CannotPair, Trace, pods
from tournaments.pairing.table_points import counted_by


class Named(Protocol):
    """Anything with a name for a sentence: an entry, or a player of a file."""

    @property
    def name(self) -> str: ...


Names = Mapping[int, Named]


@dataclass(frozen=True, slots=True)
class Why:
    """Why these meet at a table, or why one has a bye (one name), in sentences."""

    names: tuple[Named, ...]
    sentences: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Is it about an entry with a bye?"""
        return len(self.names) == 1


def names_then(run: PairingRun, stage: Stage) -> dict[int, Entry]:
    """The entries by the start numbers that they had when the round was paired."""
    entries = {entry.public_id: entry for entry in stage.tournament.entries.all()}
    return {row["number"]: entries[row["entry"]] for row in run.input["entries"]}


def tables_of(run: PairingRun) -> list[list[int]]:
    """Who meets whom in an answer of the engine, by table."""
    return tables_in(run.output)


def tables_in(output: Mapping[str, Any]) -> list[list[int]]:
    """Who meets whom in what the engine has put out, by table; before, three and more stood in a list apart."""
    found: list[list[int]] = output.get("pods") or output["boards"]
    return found


NO_PAIRS: Mapping[str, Any] = {"groups": [], "bye": None}


def trace_to_json(trace: Trace | pods.Reasons | None) -> dict[str, Any]:
    """The facts of a round as plain JSON; a format with a fixed schedule has none."""
    if isinstance(trace, pods.Reasons):
        found = asdict(trace)
        for table in found["tables"]:
            table["scores"] = [int(score) for score in table["scores"]]
        return {**NO_PAIRS, "pods": found}
    return asdict(trace) if trace else dict(NO_PAIRS)


def whys(rnd: Round, of: int | None = None) -> list[Why]:
    """Every table of a round as the engine made it, in words, and the byes last; with `of` only what is about this
    number at that time. Empty for a round that was paired by hand."""
    run = rnd.runs.order_by("-pk").first()
    return of_run(run, rnd.stage, of=of) if run is not None else []


def of_run(run: PairingRun, stage: Stage, *, names: Names | None = None, of: int | None = None) -> list[Why]:
    """`whys` for one answer of the engine; `names` are those of `names_then`."""
    known, unit = names or names_then(run, stage), counted_by(stage.settings).unit
    return of_answer(tables_of(run), run.trace, known, unit, of)


def of_answer(
    tables: Sequence[Sequence[int]], whole: Mapping[str, Any], known: Names, unit: int, of: int | None = None
) -> list[Why]:
    """`whys` for the `tables` of an answer of the engine and its `whole` trace."""
    if "pods" not in whole:
        return explained(whole, known, unit, of)
    trace = whole["pods"]
    facts = {tuple(sorted(one["numbers"])): one for one in trace["tables"]}
    found = [
        Why(tuple(known[n] for n in seats), tuple(_pod_words(facts.get(tuple(sorted(seats))), known, unit)))
        for seats in tables
        if of is None or of in seats
    ]
    byes = (one for one in trace["byes"] if of in (None, one["number"]))
    return [*found, *(Why((known[one["number"]],), tuple(_pod_bye_words(one, known))) for one in byes)]


def explained(trace: Mapping[str, Any], names: Names, unit: int, of: int | None = None) -> list[Why]:
    """Every pair of a trace in words, in the order of the groups; the bye last. With `of` only what is about this
    number."""
    floats = {one["number"]: one for group in trace["groups"] for one in group["floats"]}
    ahead = trace.get("ahead")
    found = [
        Why((names[pair["first"]], names[pair["second"]]), tuple(_pair_words(pair, floats, names, unit, ahead)))
        for group in trace["groups"]
        for pair in group["pairs"]
        if of is None or of in (pair["first"], pair["second"])
    ]
    if trace["bye"] and of in (None, trace["bye"]["number"]):
        bye = trace["bye"]
        found.append(Why((names[bye["number"]],), tuple(_bye_words(bye, names, unit, ahead))))
    return found


def _ahead_words(ahead: Mapping[str, Any] | None, numbers: set[int], names: Names) -> list[str]:
    """The pairing that the criteria alone would have made of these entries, and why it was not made; empty if the
    coming rounds did not change it."""
    instead = [two for two in ahead["instead_of"] if numbers & set(two)] if ahead else []
    if ahead is None or not instead:
        return []
    pairs = [
        f"{names[a].name} – {names[b].name}" if b else _("%(name)s: %(bye)s") % {"name": names[a].name, "bye": _("bye")}
        for a, b in instead
    ]
    return [
        ngettext(
            "This round alone would give %(pairs)s; then the next round could not be played.",
            "This round alone would give %(pairs)s; then the next %(n)d rounds could not all be played.",
            ahead["rounds"],
        )
        % {"pairs": ", ".join(pairs), "n": ahead["rounds"]}
    ]


def cannot_pair(found: CannotPair, names: Names) -> tuple[list[str], list[str]]:
    """The entries that block a pairing, and the ways out, in words."""
    witness = [
        _("%(name)s can only meet %(others)s.") % {"name": names[n].name, "others": _list(others, names)}
        if others
        else _("%(name)s can meet nobody any more.") % {"name": names[n].name}
        for n, others in found.witness
    ]
    return witness, [_way_out(way, facts, names) for way, facts in found.ways_out]


def by_hand_words() -> str:
    """An explanation of pairing by hand."""
    return _("Pair by hand: a draft in which nothing is ruled out, with its warnings, to be changed as you like.")


def _way_out(way: str, facts: tuple[int, ...], names: Names) -> str:
    if way == "bye":
        return _("Give a second bye to an entry that had one.")
    if way == "hard":
        return _("Let %(a)s and %(b)s meet after all.") % {"a": names[facts[0]].name, "b": names[facts[1]].name}
    if way == "deal_order":
        return _("Let two meet who must have the same turn to deal.")
    if way == "rematch":
        text = ngettext(
            "Repeat as few matches of round %(n)s as can be.",
            "Repeat as few matches of rounds %(n)s as can be.",
            len(facts),
        )
        return text % {"n": ", ".join(map(str, facts))}
    if way == "left":
        if not facts:
            return _("Play only games that are left.")
        return _("Play as many games that are left as can be; with half a point rest: %(names)s.") % {
            "names": _list(facts, names)
        }
    if way == "baku":
        return _("Pair without the acceleration.")
    return _("Fewer rounds: end the tournament after the last closed round.")


def _pair_words(
    pair: Mapping[str, Any], floats: Mapping[int, Any], names: Names, unit: int, ahead: Mapping[str, Any] | None
) -> list[str]:
    first, second = names[pair["first"]].name, names[pair["second"]].name
    said = {
        "a": first,
        "b": second,
        "points": points_text(pair["first_score"], unit),
        "other": points_text(pair["second_score"], unit),
        "pa": pair["first_place"],
        "pb": pair["second_place"],
        "size": pair["group_size"],
    }
    if pair["first_score"] == pair["second_score"]:
        words = [_("Both have %(points)s. %(a)s is no. %(pa)d of %(size)d in the group, %(b)s no. %(pb)d.") % said]
    else:
        words = [_("%(a)s has %(points)s and came down to the group of %(b)s with %(other)s.") % said]
        words += _float_words(floats.get(pair["first"]), names, unit)
    if looked := _ahead_words(ahead, {pair["first"], pair["second"]}, names):
        words += looked
    elif pair["is_natural"]:
        words.append(_("They are natural opponents: the upper half meets the lower half in order."))
    elif pair["passed"]:
        words += _passed_words(pair, names)
    elif pair["first_score"] == pair["second_score"]:
        words.append(_not_first_order(pair))
    return words + _turn_words(pair, names)


def _passed_words(pair: Mapping[str, Any], names: Names) -> list[str]:
    """The opponents that come earlier in the order, and why they were passed over: the two have met, or both must have
    the same turn to deal."""
    clashes, avoided = pair.get("clashes", ()), pair.get("avoided", ())
    met = [n for n in pair["passed"] if n not in clashes and n not in avoided]
    words = []
    for those, text in (
        (met, _("%(a)s may not meet %(others)s again.")),
        (clashes, _("%(a)s and %(others)s must have the same turn to deal.")),
        (avoided, _("%(a)s and %(others)s are kept apart as far as can be.")),
    ):
        if those:
            words.append(text % {"a": names[pair["first"]].name, "others": _list(those, names)})
    return words


def _not_first_order(pair: Mapping[str, Any]) -> str:
    if pair.get("turn"):
        return _("The first order was not possible, or denied more players their due turn, so the next was taken.")
    return _("The first order was not possible (a rematch, or a second move down), so the next was taken.")


def _turn_words(pair: Mapping[str, Any], names: Names) -> list[str]:
    """Who deals first, and by which rule; empty if the system leaves that to the table."""
    texts = {
        "both": _("%(name)s deals first: both have their due turn."),
        "stronger": _("%(name)s deals first: of two equal wishes the stronger one decides."),
        "difference": _("%(name)s deals first: of two equal wishes that of the wider difference of turns decides."),
        "differed": _("%(name)s deals first: the reverse of the last round in which their turns differed."),
        "higher": _("%(name)s deals first: of two equal wishes that of the higher ranked decides."),
        "initial": _("%(name)s deals first: by the lot at the start, and by odd or even number."),
    }
    text = texts.get(pair.get("turn", ""))
    return [text % {"name": names[pair["deals_first"]].name}] if text else []


def _float_words(found: Mapping[str, Any] | None, names: Names, unit: int) -> list[str]:
    if found is None:
        return []
    said = {"name": names[found["number"]].name, "size": found["group_size"], "met": _list(found["met"], names)}
    if found["cause"] == "met" and found.get("clashes"):
        return [_("%(name)s has met, or must have the same turn to deal as, everybody else there: %(met)s.") % said]
    if found["cause"] == "met":
        return [_("%(name)s has met everybody else there: %(met)s.") % said]
    if found["cause"] == "odd" and found["group_size"] == 1:
        return [_("%(name)s was alone in the group, so the opponent comes from further down.") % said]
    if found["cause"] == "odd":
        return [_("%(size)d players shared the group, an odd number, so one had to move down.") % said]
    return [_("%(name)s was needed further down, so that everybody there has an opponent.") % said]


def _pod_words(found: Mapping[str, Any] | None, names: Names, unit: int) -> list[str]:
    if found is None:
        return [_("By the plan that was made when the stage began: everybody meets as many others as can be.")]
    words = []
    if found["scores"]:
        said = {"points": " – ".join(points_text(score, unit) for score in found["scores"])}
        said["places"] = " – ".join(map(str, found["places"]))
        words.append(_("Points %(points)s, places %(places)s in the standings.") % said)
    for one, other, rounds in found["met"]:
        said = {"a": names[one].name, "b": names[other].name, "n": ", ".join(map(str, rounds))}
        words.append(
            ngettext(
                "%(a)s and %(b)s meet again, as in round %(n)s.",
                "%(a)s and %(b)s meet again, as in rounds %(n)s.",
                len(rounds),
            )
            % said
        )
    if not found["met"]:
        words.append(_("Nobody here has met before."))
    for one, other in found["avoided"]:
        said = {"a": names[one].name, "b": names[other].name}
        words.append(_("%(a)s and %(b)s should rather not meet, and could not be kept apart.") % said)
    for number, met, avoided in found["moved"]:
        said = {"name": names[number].name, "names": _list([*met, *avoided], names)}
        words.append(
            (
                _("By points alone %(name)s would have sat here, but has met %(names)s before.")
                if met
                else _("By points alone %(name)s would have sat here, but should rather not meet %(names)s.")
                if avoided
                else _("By points alone %(name)s would have sat here; another table needed them.")
            )
            % said
        )
    return words


def _pod_bye_words(found: Mapping[str, Any], names: Names) -> list[str]:
    said = {"name": names[found["number"]].name, "n": found["had"]}
    words = [
        _(
            "The number of players leaves one without a table. %(name)s has had the fewest byes, and of these the "
            "lowest score."
        )
        % said
    ]
    if found["had"]:
        words.append(
            ngettext("Everybody has had a bye: %(n)d so far.", "Everybody has had %(n)d byes so far.", found["had"])
            % said
        )
    if found["passed"]:
        words.append(_("Had more already: %(names)s.") % {"names": _list(found["passed"], names)})
    return words


def _bye_words(bye: Mapping[str, Any], names: Names, unit: int, ahead: Mapping[str, Any] | None) -> list[str]:
    said = {"name": names[bye["number"]].name, "points": points_text(bye["score"], unit)}
    if looked := _ahead_words(ahead, {bye["number"]}, names):
        return [_("The number of players is odd, and %(name)s has %(points)s.") % said, *looked]
    words = [
        _("The number of players is odd. %(name)s, with %(points)s, has the lowest score that can have the bye.") % said
    ]
    for reason, text in (
        ("had", _("Had a bye or a win without playing already: %(names)s.")),
        ("unpairable", _("Without them the others could not all be paired: %(names)s.")),
        ("criteria", _("With the same score, but more unplayed rounds or an earlier float: %(names)s.")),
    ):
        those = [n for n, why in bye["not_these"] if why == reason]
        if those:
            words.append(text % {"names": _list(those, names)})
    return words


def _list(numbers: Any, names: Names) -> str:
    return ", ".join(names[n].name for n in numbers if n in names)
