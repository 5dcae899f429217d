"""A month on a ladder: equal to the pure core day by day, and dumped and loaded again without a difference."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from notices.models import Notice
from tests.tournaments.exchange.test_dump import empty_house
from tests.tournaments.ladders.climb import Climb, sweep_all
from tests.tournaments.told import claim
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading
from tournaments.formats.ladders import rules as core
from tournaments.models import Challenge, LadderEvent, Tournament
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows.ladder_facts import history, ladder_rules, moment

pytestmark = pytest.mark.django_db
PLAYERS, SHORT, MONTH = 8, 12, 35


class Both:
    """The same acts on the site and in the core, which knows nothing of rows, rounds and matches."""

    def __init__(self, climb: Climb, chance: random.Random) -> None:
        self.climb, self.chance = climb, chance
        self.rules, self.ladder = ladder_rules(climb.stage), core.Ladder()
        for n in range(1, PLAYERS + 1):
            self.ladder = core.join(self.ladder, n, self.now)

    @property
    def now(self) -> int:
        return moment(self.climb.clock())

    def pass_time(self, **span) -> None:
        self.climb.later(**span)
        self.ladder = core.keep_time(self.ladder, self.rules, self.now)

    def one_act(self) -> None:
        """Somebody challenges, or an open challenge is answered or played; some wait."""
        goes_on = list(self.ladder.challenges)
        one = self.chance.choice(goes_on) if goes_on and self.chance.random() < 0.5 else None
        if one is None:
            self._challenge()
        elif one.accepted_at is None:
            self._answer(one)
        else:
            self._play(one)

    def _challenge(self) -> None:
        by = self.chance.choice(self.ladder.order)
        may = core.may_challenge(self.ladder, self.rules, by, self.now)
        if may:
            to = self.chance.choice(may)
            self.climb.challenge(by, to)
            self.ladder = core.challenge(self.ladder, self.rules, by, to, self.now)

    def _answer(self, one: core.Challenge) -> None:
        row = Challenge.objects.get(by=self.climb.entry(one.by), state="open")
        if self.chance.random() < 0.7:
            self.climb.accept(row)
            self.ladder = core.accept(self.ladder, self.rules, one.to, self.now)
        else:
            self.climb.decline(row)
            self.ladder = core.decline(self.ladder, self.rules, one.to, self.now)

    def _play(self, one: core.Challenge) -> None:
        winner = self.chance.choice((one.by, one.to))
        row = Challenge.objects.get(by=self.climb.entry(one.by), state="accepted")
        self.climb.result(row.match, winner)
        begun = tuple(replace(other, has_begun=other == one) for other in self.ladder.challenges)
        self.ladder = core.keep_time(replace(self.ladder, challenges=begun), self.rules, self.now)
        self.ladder = core.record(self.ladder, winner, one.by + one.to - winner, self.now)


@pytest.fixture
def make_month(make_tournament, organiser, clock):
    def make(seed: int, days: int) -> Both:
        options = {"answer_days": 2, "play_days": 5, "cooldown_days": 6, "idle_days": 8}
        tournament = make_tournament(players=PLAYERS, rounds=None, template="ladder", options=options)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        both = Both(Climb(tournament, organiser, clock), random.Random(seed))
        for _day in range(days):
            for _act in range(both.chance.choice((0, 0, 1, 2))):
                both.one_act()
            both.pass_time(hours=24)
            assert both.climb.order == list(both.ladder.order)
        return both

    return make


def test_the_first_days_as_the_core_says(make_month):
    both = make_month(7, SHORT)
    assert {"came", "challenged", "accepted", "ended", "dropped"} <= _seen(LadderEvent, "kind")
    assert both.climb.order != list(range(1, PLAYERS + 1))


@pytest.mark.parametrize(
    "seed",
    [pytest.param(10, marks=pytest.mark.long), *(pytest.param(n, marks=pytest.mark.marathon) for n in range(11, 20))],
)
def test_a_month_as_the_core_says(make_month, seed):
    make_month(seed, MONTH)
    assert {"played", "lapsed"} <= _seen(Challenge, "state")


def test_it_goes_out_and_comes_back_the_same_and_time_goes_on(make_month, clock):
    both = make_month(3, SHORT)
    both.climb.accept(both.climb.challenge(*_some_pair(both)))
    tournament = Tournament.objects.select_related("club").get()
    first, order = dump.dump_text(tournament), both.climb.order
    lines = [(line.event.__class__.__name__, len(line.order)) for line in history(both.climb.stage)]
    empty_house()
    loading.load_tournament(data=first, now=clock())
    claim()
    back = Climb(Tournament.objects.select_related("club").get(), None, clock)
    assert dump.dump_text(back.tournament) == first
    assert back.order == order
    assert [(line.event.__class__.__name__, len(line.order)) for line in history(back.stage)] == lines
    for _day in range(6):
        clock.now += timedelta(days=1)
        sweep_all(clock)
    assert Challenge.objects.filter(state="unplayed", ended_at__gt=clock() - timedelta(days=2)).exists()
    assert Notice.objects.filter(text="play_soon").exists()
    assert not Notice.objects.filter(text="time_queued").exists()


def _seen(model, field: str) -> set[str]:
    return set(model.objects.values_list(field, flat=True))


def _some_pair(both: Both) -> tuple[int, int]:
    for by in both.ladder.order:
        for to in core.may_challenge(both.ladder, both.rules, by, both.now):
            return by, to
    raise AssertionError("nobody may challenge anybody")
