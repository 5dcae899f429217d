"""Forms of tournaments: what a page takes in."""

from tournaments.forms.control import BYES, EDITS, ByeForm, CorrectionForm, EditForm, LeaveForm, PairRuleForm, TimesForm
from tournaments.forms.creating import TournamentForm
from tournaments.forms.deals import DealForm, blank_deal
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
from tournaments.forms.ladders import ChallengeForm, PlaceForm
from tournaments.forms.stages import SignUpForm, StageForm
from tournaments.forms.teams import MarginForm, MembersForm, TeamForm
from tournaments.forms.times import DirectedTimeForm, MatchTimeForm

__all__ = [
    "BYES",
    "EDITS",
    "ByeForm",
    "ChallengeForm",
    "ConditionsForm",
    "CorrectionForm",
    "DealForm",
    "DirectedTimeForm",
    "EditForm",
    "EqualsForm",
    "GuestForm",
    "LeaveForm",
    "ListForm",
    "MarginForm",
    "MatchTimeForm",
    "MembersForm",
    "PairRuleForm",
    "PlaceForm",
    "ResultForm",
    "RosterForm",
    "SignUpForm",
    "SlipDoorForm",
    "SlipForm",
    "StageForm",
    "TeamForm",
    "TimesForm",
    "TournamentForm",
    "blank_deal",
    "whole_number",
]
