"""Elimination stages: single and double, with third place, placement, consolation and last chance.

A round is a wave: all matches that can be played now, in whatever part of the bracket."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tournaments.formats import going_on
from tournaments.formats.facts import Facts, Format, Meeting, Plan, Ranking, SignUp
from tournaments.formats.terms import COMMON, Choice, PartLengths, Term, Whole, YesNo
from tournaments.pairing import Heard, Standing, bracket, unheard
from tournaments.pairing.bracket import BadBracket, Bracket, Contest, Feed, Match, Origin, Part, Settings, State
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
VERSION = "bracket-1"
REST = "rest"
OPEN = (State.WAITING, State.READY)
LEAST = 2
SIDE = (Contest.CONSOLATION, Contest.LAST_CHANCE)


def settings_of(chosen: Mapping[str, Any], *, is_double: bool, seed: str) -> Settings:
    """The bracket's settings, from those of the stage; with a draw by lot from the stage's seed if they ask for it."""
    return Settings(
        is_double=is_double,
        lot=seed if chosen.get("draw") == "lot" else "",
        seeded=int(chosen.get("seeded", 0)),
        order=tuple(chosen.get("order_by_hand", ())),
        third_place=bool(chosen.get("third_place", False)) and not is_double,
        placement=0 if is_double else int(chosen.get("placement", 0)),
        grand_final=chosen.get("grand_final", "reset"),
        consolation=Feed(rounds=int(chosen["consolation"])) if chosen.get("consolation") else None,
        last_chance=Feed(rounds=0) if chosen.get("last_chance") else None,
        lengths={Part(part): tuple(keys) for part, keys in chosen.get("lengths", {}).items()},
    )


def bracket_of(facts: Facts, is_double: bool) -> Bracket | None:
    """The bracket after the closed rounds; None before there are two entrants."""
    settings = settings_of(facts.settings, is_double=is_double, seed=facts.seed)
    count = sum(not one.late for one in facts.entrants.values())
    if count < LEAST:
        return None
    open_until = {one.contest: one.closes for one in sign_ups(facts, is_double)}
    is_open = {contest: facts.crosstable.rounds + 1 < closes for contest, closes in open_until.items()}
    drawn = _built(count, _with_late(facts, settings, is_open))
    return bracket.play(drawn, bracket.passed(drawn, facts.slots, facts.through) if facts.through else facts.slots)


def sign_ups(facts: Facts, is_double: bool) -> tuple[SignUp, ...]:
    """The side contests that keep lines for late sign-up, if the field is large enough. Sign-up ends when the first
    wave in which their losers play is paired."""
    lines = {str(contest): int(facts.settings.get(f"{contest}_lines", 0)) for contest in SIDE}
    count = sum(not one.late for one in facts.entrants.values())
    if not any(lines.values()) or count < LEAST:
        return ()
    settings = settings_of(facts.settings, is_double=is_double, seed=facts.seed)
    tree = _built(count, _with_late(facts, settings, dict.fromkeys(lines, True)))
    found = []
    for contest in SIDE:
        fed = [one.turn for one in tree.matches if one.contest is contest and _is_fed(one)]
        if lines[contest] and fed:
            taken = sum(one.late == contest for one in facts.entrants.values())
            found.append(SignUp(str(contest), lines[contest], taken, min(fed)))
    return tuple(found)


def _is_fed(match: Match) -> bool:
    return any(source.origin is Origin.LOSER for source in match.sources)


def _with_late(facts: Facts, settings: Settings, is_open: Mapping[str, bool]) -> Settings:
    """The settings with the lines kept for late sign-up, and the entrants who have taken them, in order."""

    def with_late_lines(feed: Feed | None, contest: Contest) -> Feed | None:
        lines = int(facts.settings.get(f"{contest}_lines", 0))
        if feed is None or not lines:
            return feed
        late = tuple(n for n, one in sorted(facts.entrants.items()) if one.late == contest)
        return replace(feed, late_lines=lines, late=late, is_sign_up_open=is_open.get(contest, False))

    return replace(
        settings,
        consolation=with_late_lines(settings.consolation, Contest.CONSOLATION),
        last_chance=with_late_lines(settings.last_chance, Contest.LAST_CHANCE),
    )


def _built(count: int, settings: Settings) -> Bracket:
    """The bracket for `count` entrants. A consolation goes as far as the field allows; in a small field there is
    none."""
    try:
        return bracket.build(count, settings)
    except BadBracket:
        if settings.consolation is None:
            raise
    rounds = settings.consolation.rounds - 1
    feed = replace(settings.consolation, rounds=rounds) if rounds else None
    return _built(count, replace(settings, consolation=feed, last_chance=settings.last_chance if rounds else None))


def rounds(facts: Facts, is_double: bool) -> int:
    """The number of waves played, plus those that the longest way through the open matches still needs."""
    tree = bracket_of(facts, is_double)
    ahead: dict[str, int] = {}
    for match in tree.matches if tree else ():
        if match.state in OPEN:
            before = [*(source.of for source in match.sources), match.reset_of]
            ahead[match.key] = 1 + max(ahead.get(key, 0) for key in before)
    return facts.crosstable.rounds + max(ahead.values(), default=0)


def pairs(facts: Facts, heard: Heard = unheard, *, is_double: bool) -> Plan:
    """All matches that are ready and need no ruling; remaining entrants without an opponent rest."""
    tree = bracket_of(facts, is_double)
    found = tree.matches if tree else ()
    tables = tuple(_meeting(match) for match in found if match.state is State.READY and match.key not in facts.held)
    seated = {n for table in tables for n in table.seats}
    waiting = {side for match in found if match.state is State.WAITING for side in match.sides if side}
    byes = tuple((n, REST) for n in sorted(waiting - seated))
    return Plan(engine="bracket", version=VERSION, tables=tables, byes=byes)


def rankings(facts: Facts, is_double: bool) -> tuple[Ranking, ...]:
    """Everybody by the round they reached; consolation and last chance have standings of their own."""
    tree = bracket_of(facts, is_double)
    if tree is None:
        return (Ranking(0, (), tuple(_line(facts, 1, n) for n in facts.entrants)),)
    contests = [contest for contest in Contest if any(match.contest is contest for match in tree.matches)]
    return tuple(
        Ranking(
            0,
            (),
            tuple(_line(facts, one.place, one.entry) for one in bracket.standings(tree, contest)),
            "" if contest is Contest.MAIN else str(contest),
        )
        for contest in contests
    )


def _meeting(match: Match) -> Meeting:
    seats = tuple(side or 0 for side in match.sides)  # both are known where a match is ready
    return Meeting(seats, match.key, match.length)


def _line(facts: Facts, place: int, number: int) -> Standing:
    return Standing(place, number, facts.crosstable.score(number), ())


def _format(key: str, is_double: bool, **terms: Term) -> Format:
    return Format(
        key=key,
        name=_("Bracket"),
        is_fixed=True,
        has_slots=True,
        settings={
            **COMMON,
            "draw": Choice("seeds", _("The draw"), choices=[("seeds", _("by seed")), ("lot", _("by lot"))], part="cup"),
            "seeded": Whole(0, _("Entries that keep their seed"), most=1024, part="cup", needs="draw", at=("lot",)),
            "drawn": going_on.BRACKET,  # the rule for drawn matches where one side must go on
            "consolation": Whole(0, _("Consolation for the losers of so many rounds"), most=6, part="cup"),
            "consolation_lines": Whole(
                0, _("Places of the consolation kept for late sign-up"), most=32, part="cup", needs="consolation"
            ),
            "last_chance": YesNo(
                False, _("Last chance for the losers of the consolation"), part="cup", needs="consolation"
            ),
            "last_chance_lines": Whole(
                0, _("Places of the last chance kept for late sign-up"), most=32, part="cup", needs="last_chance"
            ),
            "lengths": PartLengths({}, _("Lengths of matches by part of the bracket"), is_offered=False),
            **terms,
        },
        rounds=partial(rounds, is_double=is_double),
        pairs=partial(pairs, is_double=is_double),
        rankings=partial(rankings, is_double=is_double),
        bracket=partial(bracket_of, is_double=is_double),
        sign_ups=partial(sign_ups, is_double=is_double),
    )


SINGLE = _format(
    "single_elim",
    False,
    third_place=YesNo(True, _("A match for third place"), part="cup"),
    placement=Whole(0, _("Play out the places down to"), most=128, part="cup"),
)
DOUBLE = _format(
    "double_elim",
    True,
    grand_final=Choice(
        "reset",
        _("Grand final"),
        choices=[
            ("reset", _("a second match if the unbeaten side loses")),
            ("single", _("one match")),
            ("advantage", _("the unbeaten side starts one game up")),
        ],
        part="cup",
    ),
)
