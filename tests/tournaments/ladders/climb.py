"""A running ladder in the words of a test: players by numbers, 1 at the top when it begins."""

from duework import services as duework
from tournaments.ladders.services import challenges
from tournaments.models import Challenge, Entry, Match, Stage
from tournaments.results.services import recording
from tournaments.standings.selectors.standings import standings


def sweep_all(clock) -> None:
    while duework.sweep(now=clock()):
        pass


class Climb:
    """A ladder that runs; players by their numbers: 1 stands at the top when it begins."""

    def __init__(self, tournament, organiser, clock) -> None:
        self.tournament, self.organiser, self.clock = tournament, organiser, clock

    @property
    def stage(self) -> Stage:
        return Stage.objects.select_related("tournament").get(tournament=self.tournament)

    def entry(self, n: int) -> Entry:
        return Entry.objects.select_related("tournament").get(tournament=self.tournament, name=f"Player {n:02d}")

    def player(self, n: int):
        return self.entry(n).members.order_by("order")[0].user

    @property
    def order(self) -> list[int]:
        """From the top, by numbers."""
        return [int(row.entry.name[-2:]) for row in standings(self.tournament)]

    def challenge(self, n: int, m: int) -> Challenge:
        return challenges.make_challenge(
            challenger=self.entry(n), challenged=self.entry(m), now=self.clock(), by=self.player(n)
        )

    def accept(self, one: Challenge) -> Match:
        found = challenges.accept_challenge(challenge=one, now=self.clock(), by=None)
        return Match.objects.get(pk=found.match_id)

    def decline(self, one: Challenge) -> Challenge:
        return challenges.decline_challenge(challenge=one, now=self.clock(), by=None)

    def result(self, match: Match, winner: int) -> None:
        """The official enters it, and ten seconds later it counts."""
        sides = [int(side.entry.name[-2:]) for side in match.sides.order_by("order")]
        points = (100, 60) if sides[0] == winner else (60, 100)
        recording.record_result(match=match, points=points, now=self.clock(), by=self.organiser)
        self.clock.later(seconds=30)
        sweep_all(self.clock)

    def play(self, n: int, m: int, winner: int) -> Match:
        match = self.accept(self.challenge(n, m))
        self.result(match, winner)
        return match

    def later(self, **span) -> None:
        self.clock.later(**span)
        sweep_all(self.clock)
