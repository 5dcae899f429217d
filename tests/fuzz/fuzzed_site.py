"""A small site to send odd requests to: a club, tournaments in several states, a live table, and the people who send
them."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta

from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club
from tests.games.live import live_tables
from tests.proving import prove
from tournaments.entries.selectors import checkin_code
from tournaments.entries.services import entering
from tournaments.event.selectors import codes, finding
from tournaments.event.services import creating
from tournaments.models import Match, Tournament
from tournaments.paper import selectors as paper
from tournaments.paper.services import put_up_screen
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.seasons.services import making
from tournaments.stages.services import progression as stages

KEYS = ("public_id", "slug", "key", "number", "token", "day")


@dataclass(frozen=True, slots=True)
class FuzzedSite:
    """Who asks, by name, and the names of what is there, by the word before them in an address (`matches`, `t`), and
    by that and the field (`t/slug`)."""

    people: dict[str, User | None]
    names: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def client(self, who: str) -> Client:
        """A browser in which this person is signed in, and has just proved who they are."""
        client = Client(raise_request_exception=False)
        if user := self.people[who]:
            client.force_login(user)
            prove(client)
        return client


def build() -> FuzzedSite:
    """The site: the organiser's club has a Swiss that runs, a cup that has begun, and one that is open for entries."""
    people = {name: _person(name) for name in ("organiser", "director", "player", "stranger")}
    club = clubs.create_club(name="Fuzzers", organiser=people["organiser"])
    for name in ("director", "player"):
        clubs.add_member(club=club, user=people[name], by=people[name])
    clubs.give_role(club=club, user=people["director"], role="director", by=people["organiser"])
    swiss = _tournament(club, people, template="swiss", rounds=3)
    _begun(swiss, people["organiser"])
    cup = _tournament(club, people, template="single_elim")
    _begun(cup, people["organiser"])
    _tournament(club, people, template="swiss", mode="online")
    screen = put_up_screen(
        tournament=swiss, name="Hall", shows="both", announcement="", by=people["organiser"], now=timezone.now()
    )
    live_tables.open_table()
    today = timezone.now().date()
    making.create_season(
        club=club, name="This year", since=today, until=today, by=people["organiser"], now=timezone.now()
    )
    site = FuzzedSite({"nobody": None, **people})
    collect(site)
    site.names["screens"] = site.names["screen"] = [paper.screen_code(screen)]
    site.names["c"] = [checkin_code(swiss)]
    for match in finding.matches():
        for order in (0, 1):
            site.names["s"].append(codes.slip_code(match, order))
    return site


def _person(name: str) -> User:
    return accounts.official(username=name, name=name.title(), email=f"{name}@example.org", password="correct battery")


def _tournament(club: Club, people: dict[str, User], mode: str = "in_person", **conditions: object) -> Tournament:
    now, by = timezone.now(), people["organiser"]
    made = creating.create_tournament(
        club=club, name="Open", variant="gin-rummy-com", mode=mode, by=by, now=now,
        starts_at=now + timedelta(hours=1), **conditions,
    )  # fmt: skip
    entering.enter(tournament=made, user=people["player"], name="", by=by, now=now)
    for n in range(3):
        entering.enter(tournament=made, user=None, name=f"Guest {n}", by=by, now=now)
    return made


def _begun(tournament: Tournament, by: User) -> None:
    now = timezone.now()
    entering.check_in_all(tournament=tournament, now=now, by=by)
    stages.begin(tournament=tournament, now=now, by=by)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=now, by=by)
    editing.publish_round(rnd=rnd, now=now, by=by)
    running.start_round(rnd=rnd, now=now)
    first = Match.objects.paired().filter(round=rnd).order_by("table_no").first()
    recording.record_result(match=first, points=(100, 60), by=by, now=now)


WORDS = {  # which words of an address stand before a name of this model
    "Tournament": ("tournaments", "t", "o"), "Match": ("matches", "boards"), "Entry": ("entries", "players"),
    "Round": ("rounds", "pairings", "results"), "Club": ("clubs",), "User": ("players", "members"),
    "Table": ("tables",), "Deal": ("deals",), "Challenge": ("challenges",),
    "Pool": ("pools", "ratings"), "RatingList": ("lists",), "Season": ("seasons",), "Run": ("runs",),
    "Case": ("desk", "cases"), "Stage": ("stages",), "Arena": ("arenas",), "SitAndGo": ("sit-and-gos",),
    "Endpoint": ("webhooks",), "PairingJob": ("pairing-jobs",), "Seek": ("waiting",), "RoundDeck": ("decks",),
    "Invitation": ("invitations",), "DailyDeal": ("daily",), "Problem": ("problem", "problems"),
    "RatedMatch": ("changes",), "CalendarKey": ("calendar",), "HouseRules": ("rules", "house-rules"),
}  # fmt: skip


def collect(site: FuzzedSite, newest_first: bool = False) -> None:
    """The names of all rows, by the words before them; of many the first twenty, or the last."""
    for model in apps.get_models():
        keys = [one.name for one in model._meta.get_fields() if one.name in KEYS]
        rows = model.objects.order_by("-pk") if newest_first else model.objects.all()
        for key in keys if model.__name__ in WORDS else ():
            for word in WORDS[model.__name__]:
                found = [str(value) for value in rows.values_list(key, flat=True)[:20]]
                site.names[word] += found
                site.names[f"{word}/{key}"] += found
    site.names["presets"] = ["gin-pagat"]
