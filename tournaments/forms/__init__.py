"""Forms of tournaments: what a page takes in."""

from tournaments.forms.creating import TournamentForm
from tournaments.forms.desk import (
    BYES,
    EDITS,
    ConditionsForm,
    CorrectionForm,
    EditForm,
    GuestForm,
    ListForm,
    ResultForm,
    RosterForm,
    SlipDoorForm,
    SlipForm,
    whole_number,
)
from tournaments.forms.equals import EqualsForm

__all__ = [
    "BYES",
    "EDITS",
    "ConditionsForm",
    "CorrectionForm",
    "EditForm",
    "EqualsForm",
    "GuestForm",
    "ListForm",
    "ResultForm",
    "RosterForm",
    "SlipDoorForm",
    "SlipForm",
    "TournamentForm",
    "whole_number",
]
