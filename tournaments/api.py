"""The resources of /api/v1/, put together from the API views of the subjects."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.corrections import api as corrections
from tournaments.desk.api.doors import AppealAtTable, AtTable, CallAtTable, CallDoor, DeskDoors, ReportAtTable
from tournaments.duplicate.api import DeckDoors, DeckScoreDoors
from tournaments.entries import api as entries
from tournaments.exchange.api import RoundExchange, TournamentExchange
from tournaments.ladders import api as ladders
from tournaments.league.api import MatchTimes
from tournaments.merging.api import EntryInvitations
from tournaments.open_events.api import Arenas, SitAndGos
from tournaments.overview import api as overview
from tournaments.paper.api import Screens
from tournaments.prizes.api import PrizeDoors
from tournaments.results.api import doors as results
from tournaments.results.api.score_sheets import MatchSheets
from tournaments.rounds.api import control
from tournaments.rounds.api import doors as rounds
from tournaments.rounds.api.jobs import PairingJobs
from tournaments.seasons.api import ReopeningDoors, Seasons
from tournaments.stages.api import StageDoors
from tournaments.teams import api as teams


class Tournaments(
    entries.EntryDoors,
    corrections.TournamentCorrections,
    control.TournamentControl,
    DeskDoors,
    StageDoors,
    PrizeDoors,
    ReopeningDoors,
    ladders.LadderDoors,
    teams.TeamDoors,
    TournamentExchange,
    overview.Tournaments,
):
    """Tournaments of all clubs."""


class Entries(
    corrections.EntryCorrections,
    control.EntryControl,
    EntryInvitations,
    teams.LineUpDoors,
    ladders.PlaceDoors,
    entries.Entries,
):
    """Entries of all tournaments."""


class Rounds(corrections.RoundCorrections, control.RoundControl, RoundExchange, DeckDoors, rounds.Rounds):
    """Published rounds; officials see their drafts too."""


class Matches(
    CallDoor,
    corrections.MatchCorrections,
    control.MatchControl,
    MatchSheets,
    MatchTimes,
    teams.BoardDoors,
    DeckScoreDoors,
    results.Matches,
):
    """Matches of published rounds."""


class Challenges(corrections.ChallengeCorrections, ladders.Challenges):
    """Challenges on ladders."""


class Boards(corrections.BoardCorrections, teams.Boards):
    """Boards of team matches in published rounds."""


router = SimpleRouter()
router.register("tournaments", Tournaments, basename="api-tournament")
router.register("entries", Entries, basename="api-entry")
router.register("rounds", Rounds, basename="api-round")
router.register("matches", Matches, basename="api-match")
router.register("pairing-jobs", PairingJobs, basename="api-pairing-job")
router.register("boards", Boards, basename="api-board")
router.register("challenges", Challenges, basename="api-challenge")
router.register("screens", Screens, basename="api-screen")
router.register("seasons", Seasons, basename="api-season")
router.register("arenas", Arenas, basename="api-arena")
router.register("sit-and-gos", SitAndGos, basename="api-sit-and-go")

# The page of a live table calls these in its reader's language.
at_tables = [
    path("tables/<str:public_id>/director", AtTable.as_view(), name="api-at-table"),
    path("tables/<str:public_id>/director/call", CallAtTable.as_view(), name="api-call-director"),
    path("tables/<str:public_id>/director/report", ReportAtTable.as_view(), name="api-report-conduct"),
    path("tables/<str:public_id>/director/appeal", AppealAtTable.as_view(), name="api-appeal"),
]
