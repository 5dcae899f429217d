"""Templates: a whole tournament in one word, as its stages and how they feed each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats.qualifying.feeds import FEED, REST
from tournaments.formats.registry import FORMATS
from tournaments.formats.terms import BadSetting, completed
from tournaments.pairing.tiebreaks.families import default_keys

CUPS = ("single_elim", "double_elim")


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
SHARED = ("points", "length", "minutes")  # what every stage of a template takes
SWISS = (*SHARED, "rounds", "system", "acceleration", "order", "tiebreaks")
ROBIN = (*SHARED, "cycles", "tiebreaks")
TEAM = ("boards", "reserves", "board_order", "primary", "board_points")
WINDOWS = ("fixtures", "window_hours", "settle_hours", "default_hours", "notice_hours")
CHALLENGES = (
    "reach", "answer_days", "play_days", "cooldown_days", "idle_days", "drop", "silence", "start_order", "drawn",
)  # fmt: skip
LEAGUE = ("points", "length", *WINDOWS)  # and what its fixtures ask for
PODS = ("table_points", "length", "minutes", "seats", "seats_least", "seats_most", "rounds", "tiebreaks")
LINES = ("consolation_lines", "last_chance_lines")
CUP = (*SHARED, "drawn", "draw", "third_place", "placement", "consolation", "last_chance", "grand_final", *LINES)


def _picked(chosen: Chosen, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: chosen[key] for key in keys if key in chosen}


def _alone(format_key: str, keys: tuple[str, ...]) -> Callable[[Chosen], tuple[Spec, ...]]:
    return lambda chosen: (Spec(format=format_key, settings=_settings(format_key, chosen, keys)),)


def _settings(format_key: str, chosen: Chosen, keys: tuple[str, ...]) -> dict[str, Any]:
    """The chosen settings of a first stage; the default tie-breaks are those of its system."""
    usual = {"tiebreaks": list(default_keys(format_key, chosen.get("system", "card")))} if "tiebreaks" in keys else {}
    return {**usual, **_picked(chosen, keys)}


def _cup(chosen: Chosen, source: int, feed: Mapping[str, Any], role: str = "final") -> Spec:
    """A cup that another stage feeds: its seeds are the standings there. The others play a plain single elimination."""
    key = chosen.get("final", CUPS[0]) if role == "final" else CUPS[0]
    if key not in CUPS:
        raise BadSetting("final", " or ".join(CUPS))
    keys = tuple(one for one in CUP if one not in ("draw", "third_place", "placement", "grand_final"))
    keys += ("grand_final",) if key == "double_elim" else ("third_place", "placement")
    settings = _picked(chosen, keys if role == "final" else (*SHARED, "drawn"))
    return Spec(format=key, settings=settings, source=source, feed=feed, role=role)


def _league(chosen: Chosen) -> tuple[Spec, ...]:
    """A league: fixtures of a round robin unless a Swiss is asked for."""
    robin, swiss = ("cycles", "groups", "draw", "tiebreaks"), ("rounds", "system", "order", "tiebreaks")
    keys = swiss if chosen.get("fixtures") == "swiss" else robin
    return (Spec(format="league", settings=_picked(chosen, (*LEAGUE, *keys))),)


def _swiss_cut(chosen: Chosen) -> tuple[Spec, ...]:
    first = Spec(format="swiss", settings=_settings("swiss", chosen, SWISS))
    return (first, *_after(chosen, {"top": chosen.get("advance", 4)}))


def _groups_cut(chosen: Chosen) -> tuple[Spec, ...]:
    settings = {**_settings("round_robin", chosen, (*ROBIN, "draw")), "groups": chosen.get("groups", 2)}
    first = Spec(format="round_robin", settings=settings, role="groups")
    feed = {"of_each": chosen.get("per_group", 2), "runners_up": chosen.get("runners_up", 0)}
    return (first, *_after(chosen, feed))


def _after(chosen: Chosen, feed: Mapping[str, Any]) -> tuple[Spec, ...]:
    """The final of those who go on, and, if asked for, a cup for the rest."""
    extra = _picked(chosen, ("equal", "carry", "is_apart"))
    final = _cup(chosen, 1, {**feed, **extra})
    return (final, _cup(chosen, 1, {"take": REST}, "rest")) if chosen.get("rest") else (final,)


def _pods_final(chosen: Chosen) -> tuple[Spec, ...]:
    """Pods by score, then the best at one table (or at several, over so many rounds)."""
    first = Spec(format="pod_swiss", settings=_picked(chosen, PODS))
    usual = first.settings.get("seats", 3)
    settings = {
        **_picked(chosen, tuple(key for key in PODS if key != "rounds")),
        "rounds": chosen.get("final_rounds", 1),
    }
    feed = {"top": chosen.get("advance", usual), **_picked(chosen, ("equal", "carry"))}
    return first, Spec(format="pod_rounds", settings=settings, source=1, feed=feed, role="final")


TEMPLATES: Mapping[str, Callable[[Chosen], tuple[Spec, ...]]] = {
    "swiss": _alone("swiss", SWISS),
    "round_robin": _alone("round_robin", (*ROBIN, "groups", "draw")),
    "duplicate_swiss": _alone("duplicate_swiss", (*SWISS, "scoring")),
    "team_swiss": _alone("team_swiss", (*SWISS, *TEAM)),
    "team_round_robin": _alone("team_round_robin", (*ROBIN, *TEAM)),
    "single_elim": _alone("single_elim", tuple(key for key in CUP if key != "grand_final")),
    "double_elim": _alone("double_elim", tuple(key for key in CUP if key not in ("third_place", "placement"))),
    "swiss_cut": _swiss_cut,
    "groups_cut": _groups_cut,
    "league": _league,
    "pod_swiss": _alone("pod_swiss", PODS),
    "pod_rounds": _alone("pod_rounds", PODS),
    "pod_final": _pods_final,
    "ladder": _alone("ladder", ("points", "length", *CHALLENGES)),
}
FEEDING = ("final_rounds", "advance", "per_group", "runners_up", "equal", "carry", "is_apart", "rest", "final")
KNOWN = frozenset({*SWISS, *PODS, "scoring", *ROBIN, *TEAM, *CUP, *FEEDING, *WINDOWS, *CHALLENGES, "groups"})


def stages_of(template: str, chosen: Chosen) -> tuple[Spec, ...]:
    """The stages of a template with all their settings: the chosen ones, and defaults for the others. Options that a
    stage does not have are left out. Raises BadSetting."""
    if template not in TEMPLATES:
        raise BadSetting("template", " or ".join(TEMPLATES))
    unknown = sorted(set(chosen) - KNOWN)
    if unknown:
        raise BadSetting(unknown[0], f"there is {', '.join(sorted(KNOWN))}")
    return tuple(
        replace(
            spec,
            settings=completed(FORMATS[spec.format].settings, spec.settings),
            feed=completed(FEED, spec.feed) if spec.feed else {},
        )
        for spec in TEMPLATES[template](chosen)
    )
