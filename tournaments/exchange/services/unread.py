"""What was not used of a report file, in the words of the page."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments import trf
from tournaments.entries.services.roster import Problem


def said(report: trf.Report, notes: Sequence[trf.Note], tiebreaks: Sequence[str]) -> tuple[Problem, ...]:
    """The notes on a report, line by line; `tiebreaks` are those that are used."""
    unknown = [
        trf.Note(report.line_of(one), 5, trf.Unread.TIE_BREAKS, ", ".join(one.keys))
        for one in report.records
        if isinstance(one, trf.TieBreaks) and not tiebreaks
    ]
    found = sorted([*notes, *unknown], key=lambda note: (note.line, note.column))
    return tuple(Problem(note.line, f"{note.text}: {_why(note)}") for note in found)


def _why(note: trf.Note) -> str:
    words = {
        trf.Unread.CODE: _("not used: this code is not known here."),
        trf.Unread.STRAY: _("column %(column)d: not used: these characters stand between two fields."),
        trf.Unread.BEYOND: _("column %(column)d: not used: these characters stand behind the last field."),
        trf.Unread.RANK: _("column %(column)d: not used: this rank is no whole number."),
        trf.Unread.PEOPLE: _("not taken over: the pairing does not need it."),
        trf.Unread.TEAMS: _("not used: it is about teams, and the players come in one by one."),
        trf.Unread.USUAL: _("the totals of this file count a win as 1.0 and a tie as 0.5; the results count here as "
                            "its line of points says."),
        trf.Unread.SYSTEM: _("this system is not used here: the Dutch system pairs the rounds to come."),
        trf.Unread.TIE_BREAKS: _("not used: a tie-break that is not known here; the usual ones stand in their place."),
    }  # fmt: skip
    return words[note.why] % {"column": note.column}
