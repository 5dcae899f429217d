"""Forms of tournaments: what a page takes in."""

from tournaments.forms.control import BYES, EDITS, ByeForm, CorrectionForm, EditForm, LeaveForm, PairRuleForm, TimesForm
from tournaments.forms.creating import TournamentForm
from tournaments.forms.desk import (
    ConditionsForm,
    GuestForm,
    ListForm,
    ResultForm,
    RosterForm,
    SlipDoorForm,
    SlipForm,
    whole_number,
)
from tournaments.forms.equals import EqualsForm
from tournaments.forms.stages import StageForm
from tournaments.forms.teams import TeamForm
from tournaments.forms.times import DirectedTimeForm, MatchTimeForm

__all__ = [
    "BYES",
    "EDITS",
    "ByeForm",
    "ConditionsForm",
    "CorrectionForm",
    "DirectedTimeForm",
    "EditForm",
    "EqualsForm",
    "GuestForm",
    "LeaveForm",
    "ListForm",
    "MatchTimeForm",
    "PairRuleForm",
    "ResultForm",
    "RosterForm",
    "SlipDoorForm",
    "SlipForm",
    "StageForm",
    "TeamForm",
    "TimesForm",
    "TournamentForm",
    "whole_number",
]
