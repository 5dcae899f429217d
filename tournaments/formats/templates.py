"""Templates: a whole tournament in one word, as its stages and how they feed each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats.completing import completed, refuse, unknown
from tournaments.formats.kinds.elimination import DOUBLE, SINGLE
from tournaments.formats.kinds.pods import POD_ROUNDS, POD_SWISS
from tournaments.formats.kinds.round_robin import GROUPS
from tournaments.formats.qualifying.feeds import FEED, REST
from tournaments.formats.registry import FORMATS
from tournaments.formats.terms import MOST_ROUNDS, BadSetting, Choice, Term, Whole, YesNo, one_of
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
CUPS = (SINGLE.key, DOUBLE.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One planned stage: its format and settings. `source` is the number of the stage that feeds it (0: the entries),
    `feed` says whom it takes from there. `role` is its purpose: main, groups, final or rest."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    source: int = 0
    feed: Mapping[str, Any] = field(default_factory=dict)
    role: str = "main"


Chosen = Mapping[str, Any]
FINAL = Choice(
    CUPS[0],
    _("The cup is a"),
    choices=[(CUPS[0], _("single elimination")), (CUPS[1], _("double elimination"))],
    part="cut",
)
GOING_ON: Mapping[str, Term] = {key: FEED[key] for key in ("equal", "carry")}
PAIRED = ("points", "length", "minutes")  # what all stages of a template share
CUP: Mapping[str, Term] = {  # a cup fed by another stage: its seeds are the standings there
    **{
        key: term
        for key, term in {**SINGLE.settings, **DOUBLE.settings}.items()
        if key not in (*PAIRED, "draw", "seeded")
    },
    **{key: replace(SINGLE.settings[key], needs="final", at=(SINGLE.key,)) for key in ("third_place", "placement")},
    "grand_final": replace(DOUBLE.settings["grand_final"], needs="final", at=(DOUBLE.key,)),
}
WITH_CUP: Mapping[str, Term] = {
    **GOING_ON,
    "final": FINAL,
    "rest": YesNo(False, _("All others play a cup too"), part="cut"),
    **CUP,
}


def _cup(chosen: Chosen, feed: Mapping[str, Any], role: str = "final") -> Spec:
    """A cup of the qualified entries; a cup of the other entries is a plain single elimination."""
    key = chosen.get("final", CUPS[0]) if role == "final" else CUPS[0]
    asked = CUP if role == "final" else ("drawn",)
    settings = {one: chosen[one] for one in (*PAIRED, *asked) if one in chosen and one in FORMATS[key].settings}
    return Spec(format=key, settings=settings, source=1, feed=feed, role=role)


def _after(chosen: Chosen, feed: Mapping[str, Any]) -> tuple[Spec, ...]:
    """The final of the qualified entries and, if chosen, a cup for the others."""
    final = _cup(chosen, {**feed, **{key: chosen[key] for key in (*GOING_ON, "is_apart") if key in chosen}})
    return (final, _cup(chosen, {"take": REST}, "rest")) if chosen.get("rest") else (final,)


def _after_swiss(chosen: Chosen) -> tuple[Spec, ...]:
    return _after(chosen, {"top": chosen.get("advance", 4)})


def _after_groups(chosen: Chosen) -> tuple[Spec, ...]:
    return _after(chosen, {"of_each": chosen.get("per_group", 2), "runners_up": chosen.get("runners_up", 0)})


def _last_table(chosen: Chosen) -> tuple[Spec, ...]:
    """The best entries at one last table, or at several, for the chosen number of rounds."""
    settings = {key: chosen[key] for key in POD_ROUNDS.settings if key in chosen and key != "rounds"}
    settings["rounds"] = chosen.get("final_rounds", 1)
    feed = {key: chosen[key] for key in GOING_ON if key in chosen}
    feed["top"] = chosen.get("advance") or chosen.get("seats", POD_SWISS.settings["seats"].default)
    return (Spec(format=POD_ROUNDS.key, settings=settings, source=1, feed=feed, role="final"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A whole tournament under one `name`, with what it `says` of itself: the format of its `first` stage and the
    `role` of that, options that are added to those of that format or replace them, and the stages `after` it. What
    `is_common` is shown first."""

    name: str
    says: str
    first: str
    role: str = "main"
    more: Mapping[str, Term] = field(default_factory=dict)
    after: Callable[[Chosen], tuple[Spec, ...]] = lambda chosen: ()
    is_common: bool = False

    @property
    def options(self) -> Mapping[str, Term]:
        """All options, in the order of the page."""
        return {**FORMATS[self.first].settings, **self.more}


TEMPLATES: Mapping[str, Template] = {
    "swiss": Template(
        name=_("Swiss"), says=_("everybody plays every round, against equals"), first="swiss", is_common=True
    ),
    "round_robin": Template(
        name=_("Round robin"), says=_("everybody meets everybody, for up to ten"), first="round_robin", is_common=True
    ),
    "single_elim": Template(
        name=_("Single elimination"), says=_("lose and you are out"), first="single_elim", is_common=True
    ),
    "double_elim": Template(name=_("Double elimination"), says=_("out after the second loss"), first="double_elim"),
    "swiss_cut": Template(
        name=_("Swiss, then a cup of the best"),
        says=_("all play some rounds, the best play on"),
        first="swiss",
        more={"advance": Whole(4, _("How many go on"), least=2, most=1024, part="cut"), **WITH_CUP},
        after=_after_swiss,
    ),
    "groups_cut": Template(
        name=_("Groups, then a cup of the best"),
        says=_("small groups, the best of each play on"),
        first="round_robin",
        role="groups",
        more={
            "groups": replace(GROUPS, default=2),
            "per_group": Whole(2, _("How many go on from each group"), least=1, most=64, part="cut"),
            **{key: replace(FEED[key], needs="") for key in ("runners_up", "is_apart")},
            **WITH_CUP,
        },
        after=_after_groups,
    ),
    "team_swiss": Template(name=_("Teams: Swiss"), says=_("teams meet equals, at several boards"), first="team_swiss"),
    "team_round_robin": Template(
        name=_("Teams: round robin"), says=_("every team meets every team"), first="team_round_robin"
    ),
    "league": Template(
        name=_("League: players settle their times"),
        says=_("over weeks, on dates of their own"),
        first="league",
        is_common=True,
    ),
    "ladder": Template(
        name=_("Ladder: players challenge each other"), says=_("no rounds: who wins climbs"), first="ladder"
    ),
    "pod_swiss": Template(
        name=_("Tables of three and more: by score"), says=_("who has won sits with who has won"), first="pod_swiss"
    ),
    "pod_rounds": Template(
        name=_("Tables of three and more: everybody meets everybody"),
        says=_("other company in every round"),
        first="pod_rounds",
    ),
    "pod_final": Template(
        name=_("Tables of three and more, then a table of the best"),
        says=_("the best meet at one last table"),
        first="pod_swiss",
        more={
            "advance": Whole(
                None, _("How many go on"), help=_("Empty: as many as sit at a table."), least=2, most=1024, part="cut"
            ),
            "final_rounds": Whole(1, _("Rounds of the final table"), least=1, most=MOST_ROUNDS, part="cut"),
            **GOING_ON,
        },
        after=_last_table,
    ),
    "duplicate_swiss": Template(
        name=_("Duplicate Swiss: the same decks at all tables"),
        says=_("all get the same cards, so luck counts less"),
        first="duplicate_swiss",
    ),
}
KNOWN = tuple(sorted({key for template in TEMPLATES.values() for key in template.options}))


def template_of(kinds: Sequence[str]) -> str:
    """The template of a tournament whose stages have these formats, in their order; empty if there is none."""
    for key, plan in TEMPLATES.items():
        if kinds and plan.first == kinds[0] and bool(plan.after({})) == (len(kinds) > 1):
            return key
    return ""


def stages_of(template: str, chosen: Chosen) -> tuple[Spec, ...]:
    """The stages of a template with all their settings: the chosen ones, and defaults for the rest. Options that it
    does not have are left out. Raises BadSetting."""
    if template not in TEMPLATES:
        raise BadSetting("template", one_of(tuple(TEMPLATES)))
    plan = TEMPLATES[template]
    for key in sorted(set(chosen) - set(KNOWN)):
        raise unknown(key, KNOWN)
    asked = {key: value for key, value in chosen.items() if key in plan.options}
    refuse(plan.options, asked)
    own = {key: plan.options[key].default for key in plan.more} | asked
    first = {key: own[key] for key in FORMATS[plan.first].settings if key in own}
    specs = (Spec(format=plan.first, settings=first, role=plan.role), *plan.after(asked))
    return tuple(
        replace(
            spec,
            settings=completed(FORMATS[spec.format].settings, spec.settings),
            feed=completed(FEED, spec.feed) if spec.feed else {},
        )
        for spec in specs
    )
