"""A ladder in words: its rules for players, and what happened on it."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.ladder_stage import LOST
from tournaments.models import Challenge, ChallengeState, Entry, LadderEvent, Stage
from tournaments.selectors.stage_words import length_words, span_words

Moved = Sequence[tuple[Entry, int, int]]  # who, from which place, to which


def rule_sentences(stage: Stage) -> list[str]:
    """How a ladder is played, one plain sentence a rule."""
    chosen = stage.settings
    reach, days = chosen["reach"], {key: span_words(24 * chosen[f"{key}_days"]) for key in ("answer", "play")}
    found = [
        ngettext(
            "You may challenge whoever stands directly above you.",
            "You may challenge anybody up to %(n)d places above you.",
            reach,
        )
        % {"n": reach},
        _("Win from below and you take the place; those between move down one. Win from above and nothing moves."),
        _("Each player has one open challenge at a time, made or received."),
        _("A challenge is answered within %(span)s.") % {"span": days["answer"]} + " " + _silence(chosen),
        _("An accepted match is played within %(span)s, else it lapses and nobody moves.") % {"span": days["play"]},
        _("A match is %(length)s.") % {"length": length_words(chosen["length"])},
    ]
    if chosen["cooldown_days"]:
        span = span_words(24 * chosen["cooldown_days"])
        found.append(_("After a challenge the same two may meet again when %(span)s have passed.") % {"span": span})
    if chosen["idle_days"]:
        found.append(_idle(chosen))
    return [*found, _("Who is away keeps the place and is not challenged."), _("Who joins later starts at the bottom.")]


def _silence(chosen: Mapping[str, object]) -> str:
    if chosen["silence"] == LOST:
        return _("Whoever declines, or does not answer, loses the place to the challenger.")
    return _("Whoever declines, or does not answer, keeps the place.")


def _idle(chosen: Mapping[str, int]) -> str:
    said = {"span": span_words(24 * chosen["idle_days"]), "n": chosen["drop"]}
    if not chosen["drop"]:
        return _("Whoever neither challenges, accepts nor plays for %(span)s goes to the bottom.") % said
    text = ngettext(
        "Whoever neither challenges, accepts nor plays for %(span)s goes down %(n)d place.",
        "Whoever neither challenges, accepts nor plays for %(span)s goes down %(n)d places.",
        chosen["drop"],
    )
    return text % said


def event_words(row: LadderEvent, moved: Moved) -> str:
    """One line of the log; `moved` are those whose places it changed."""
    if row.challenge is None:
        assert row.entry is not None
        to = next((after for entry, _then, after in moved if entry.pk == row.entry_id), 0)
        words = {
            "came": _("%(name)s comes in on place %(to)d.") if to else _("%(name)s is back."),
            "went": _("%(name)s is away."),
            "left": _("%(name)s leaves the ladder."),
            "dropped": _("%(name)s was idle and goes down.") if to else _("%(name)s was idle."),
            "placed": _("The director puts %(name)s on place %(to)d."),
        }
        return words[row.kind] % {"name": row.entry.name, "to": to or row.place}
    said = {"a": row.challenge.by.name, "b": row.challenge.to.name}
    if row.kind == "ended":
        return _ending(row, row.challenge, moved) % said
    words = {
        "challenged": _("%(a)s challenges %(b)s."),
        "accepted": _("%(b)s accepts the challenge of %(a)s."),
        "annulled": _("The challenge of %(a)s to %(b)s is annulled."),
    }
    return words[row.kind] % said


def _ending(row: LadderEvent, one: Challenge, moved: Moved) -> str:
    if one.state == ChallengeState.PLAYED:
        took = any(entry.pk == one.by_id and then and after < then for entry, then, after in moved)
        return _("%(a)s beats %(b)s and takes the place.") if took else _("%(a)s plays %(b)s: the places stay.")
    return {
        ChallengeState.DECLINED: _("%(b)s declines the challenge of %(a)s."),
        ChallengeState.LAPSED: _("%(b)s did not answer the challenge of %(a)s in time."),
        ChallengeState.UNPLAYED: _("%(a)s and %(b)s did not play in time."),
        ChallengeState.TAKEN_BACK: _("%(a)s takes the challenge to %(b)s back."),
        ChallengeState.ANNULLED: _("The challenge of %(a)s to %(b)s ended; it is annulled."),
    }.get(ChallengeState(one.state), _("The challenge of %(a)s to %(b)s is over."))
