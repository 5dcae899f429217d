"""The effects of changed standings on the stages that they feed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Stage, StageState
from tournaments.stages.selectors import CutPreview, has_begun, preview_cut
from tournaments.standings.selectors.rows.sides import Revised

WOULD_TAKE, REDRAWN, TAKEN_BACK, STANDS, RIGHT_AGAIN = "would_take", "redrawn", "taken_back", "stands", "right_again"


@dataclass(frozen=True, slots=True)
class Fed:
    """A stage whose field would change. `effect`: would_take (it waits still), redrawn (it has not begun: its field is
    drawn up again), taken_back (the same, but the stage before is open again or a play-off is due: it waits), stands
    (it has begun: an official rules), right_again (the present field is the right one after all). `comes` and `goes`
    are the entries that would join and leave."""

    stage: Stage
    effect: str
    comes: tuple[Entry, ...]
    goes: tuple[Entry, ...]
    seeds: tuple[str, ...]


def cut_previews(source: Stage, revised: Revised | None = None) -> dict[int, CutPreview]:
    """The field of each stage that a stage feeds, by the fed stage's key; a stage whose source is still being played is
    left out. With a `revised` match as it would be."""
    is_over = source.state == StageState.FINISHED
    found = source.followers.select_related("tournament", "source").order_by("number")
    return {
        one.pk: preview_cut(one, revised=revised)
        for one in found
        if (is_over or one.state != StageState.WAITING) and not _is_left_out(one)
    }


def fed_by(
    source: Stage, before: Mapping[int, CutPreview], after: Mapping[int, CutPreview], is_open: bool
) -> tuple[Fed, ...]:
    """The stages fed by `source` whose field differs between the two previews. `is_open`: the source itself is open
    again, so that nobody goes on yet."""
    found = source.followers.select_related("tournament", "source").order_by("number")
    fed = [_fed(one, before[one.pk], after[one.pk], is_open) for one in found if one.pk in before and one.pk in after]
    return tuple(one for one in fed if one is not None)


def fed_words(found: Sequence[Fed]) -> tuple[str, ...]:
    """The changed stages in words: the effect on each, who joins and who leaves."""
    return tuple(_words(one) for one in found)


def disputed_words(stage: Stage) -> str:
    """Who should play in a stage that has begun, and who should not; empty if its field is undisputed."""
    names = {entry.public_id: entry.name for entry in stage.tournament.entries.all()}
    comes = [names[one] for one in stage.disputed.get("in", ()) if one in names]
    goes = [names[one] for one in stage.disputed.get("out", ()) if one in names]
    return _moves(comes, goes) if stage.disputed else ""


def _is_left_out(stage: Stage) -> bool:
    return stage.state == StageState.FINISHED and not stage.rounds.exists()


def _fed(stage: Stage, before: CutPreview, after: CutPreview, is_open: bool) -> Fed | None:
    if _seeds(before) == _seeds(after) and before.play_offs == after.play_offs and not is_open:
        return None
    there = [one.entry for one in stage.field.select_related("entry").order_by("seed")]
    then = there or [line.entry for line in before.lines]
    now = [line.entry for line in after.lines]
    comes = tuple(entry for entry in now if entry not in then)
    goes = tuple(entry for entry in then if entry not in now)
    if stage.state == StageState.WAITING:
        effect = WOULD_TAKE
    elif not has_begun(stage):
        effect = TAKEN_BACK if is_open or after.play_offs else REDRAWN
    else:
        effect = STANDS if is_open or now != then else RIGHT_AGAIN
    return Fed(stage, effect, comes, goes, _seeds(after))


def _seeds(found: CutPreview) -> tuple[str, ...]:
    return tuple(f"{line.entry.public_id}+{line.carried}" for line in found.lines)


def _words(one: Fed) -> str:
    text = {
        WOULD_TAKE: _("Stage %(n)d has not begun: its field would change. %(moves)s"),
        REDRAWN: _("Stage %(n)d has not begun: it is drawn again. %(moves)s"),
        TAKEN_BACK: _("Stage %(n)d has not begun: its field is taken back, and confirmed when it is known. %(moves)s"),
        STANDS: _("Stage %(n)d has begun: its field stands, and is listed for a ruling. %(moves)s"),
        RIGHT_AGAIN: _("Stage %(n)d has begun, with the field that is right again."),
    }[one.effect]
    moves = _moves([entry.name for entry in one.comes], [entry.name for entry in one.goes])
    return (text % {"n": one.stage.number, "moves": moves}).strip()


def _moves(comes: Sequence[str], goes: Sequence[str]) -> str:
    if not comes and not goes:
        return _("The same players, in another order or with other points.")
    said = [_("In: %(names)s.") % {"names": ", ".join(comes)}] if comes else []
    said += [_("Out: %(names)s.") % {"names": ", ".join(goes)}] if goes else []
    return " ".join(said)
