"""Duplicate at live tables: the same sealed decks at all of them, hidden until their round is closed, then scored."""

import json
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from django.db.models import Sum
from django.urls import reverse

from games import selectors as game_reading
from games.live.shuffle import shared
from games.models import Deal, DealSecret, Table
from games.services import tables as table_services
from ratings.models import Pool, RatedMatch
from tests.games.live.playing_out import give_up, knocker, play_out, taker, waiter
from tournaments import errors
from tournaments.duplicate import selectors as duplicate
from tournaments.duplicate import services as duplicate_services
from tournaments.models import DeckScore, Match, MatchState, RoundState, Tournament
from tournaments.results.services import from_tables
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db(transaction=True)
VERIFIER = Path(__file__).parents[3] / "tools" / "verify_deal.py"
POLICIES = [(knocker, knocker), (knocker, waiter), (waiter, taker), (taker, knocker)]


@pytest.fixture
def fixed_secrets(monkeypatch):
    """The same decks in every run, so that their scores can be worked out by hand."""
    source = random.Random(7)
    monkeypatch.setattr(shared.secrets, "token_bytes", source.randbytes)


@pytest.fixture
def evening(make_tournament, organiser, clock):
    """A round of two decks at live tables, published and started."""

    def make(players=8, **options):
        options = {"length": "deals:2", **options}
        conditions = {"template": "duplicate_swiss", "rounds": 2, "mode": "online", "settings": {"pace": "fast"}}
        tournament = make_tournament(players=players, options=options, **conditions)
        Tournament.objects.filter(pk=tournament.pk).update(public_id="duplicate1")  # the decks are bound to it
        tournament.refresh_from_db()
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return make


def play(match_table: str, policies, clock) -> Table:
    """A table to its end, and told to the floor above."""
    table = play_out(Table.objects.get(public_id=match_table), policies)
    table_services.report(table.pk, clock())
    return table


def test_a_round_of_four_live_tables(fixed_secrets, evening, organiser, clock, client):
    rnd = evening()
    matches = list(rnd.matches.paired().order_by("table_no"))
    for match, policies in zip(matches, POLICIES, strict=True):
        assert set(rnd.matches.paired().values_list("state", flat=True)) == {MatchState.PLAYING}, (
            "the field is not complete"
        )
        play(match.table, policies, clock)
    # What the first seats made. Deck 1: 8 + 8 + 30 + 26 = 72, a mean of 18. Deck 2: 23 + 23 - 3 + 4 = 47, 11.75.
    assert [points_of(rnd, deck) for deck in (1, 2)] == [[8, 8, 30, 26], [23, 23, -3, 4]]
    worth = [Fraction(5, 4), Fraction(5, 4), Fraction(-11, 4), Fraction(1, 4)]  # 8 - 18 + 23 - 11.75 = 1.25 ...
    found = duplicate.compared(rnd, list(rnd.matches.paired()))
    assert [found[match.pk].points for match in matches] == worth
    assert sum(worth) == 0
    after = list(Match.objects.paired().filter(round=rnd).order_by("table_no"))
    assert [match.sides.get(order=0).margin for match in after] == [1, 1, -3, 0], "in whole points, halves away from 0"
    assert [match.sides.get(order=1).margin for match in after] == [-1, -1, 3, 0]
    assert [match.sides.get(order=0).points for match in after] == [2, 2, 0, 2], "a quarter decides"
    assert {(match.state, match.deals) for match in after} == {(MatchState.OVER, 2)}
    seen = [list(DealSecret.objects.filter(table__public_id=match.table).order_by("deal")) for match in matches]
    assert {tuple((one.ctx, one.commitment) for one in secrets) for secrets in seen} == {
        tuple(rnd.decks.values_list("ctx", "commitment"))
    }, "the same decks at every table, which are those that were published"
    assert hidden(client, matches) == 8, "all tables are over, the round is not"
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    for match in matches:
        records = [archived(client, deal) for deal in Deal.objects.filter(table__public_id=match.table)]
        assert len(records) == 2
        for record in records:
            assert json.loads(record["shuffle"]["ctx"])["mode"] == "server"
            assert verified(record), record["deal"]
    rated = RatedMatch.objects.get(source=f"match:{matches[2].public_id}")
    assert (rated.kind, rated.margin, rated.deals, rated.score_a) == ("duplicate", -3, 2, 0.0)
    own, *others = (
        Deal.objects.filter(table__public_id=match.table).aggregate(luck=Sum("luck"))["luck"]
        for match in (matches[2], matches[0], matches[1], matches[3])
    )
    assert rated.luck == pytest.approx(own - (own + sum(others)) / 4), "beyond that of who had the same cards"
    lucks = RatedMatch.objects.values_list("luck", flat=True)
    assert sum(lucks) == pytest.approx(0)
    assert len(set(lucks)) > 1
    assert set(Pool.objects.values_list("key", flat=True)) == {"gin", "gin-luck", "gin-duplicate"}


def points_of(rnd, deck: int) -> list[int | None]:
    found = DeckScore.objects.filter(deck=deck, match__round=rnd).order_by("match__table_no", "play")
    return list(found.values_list("points", flat=True))


def archived(client, deal: Deal) -> dict:
    answer = client.get(f"/api/v1/deals/{deal.public_id}/")
    assert answer.status_code == 200
    assert client.get(reverse("games:deal", args=[deal.public_id])).status_code == 200
    return answer.json()


def verified(record: dict) -> bool:
    checked = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), "/dev/stdin"], input=json.dumps(record), text=True, capture_output=True
    )
    return checked.returncode == 0 and checked.stdout.count("ok  ") == 8


def hidden(client, matches) -> int:
    """Nobody finds anything of these tables, by page or API; how many deals there would be."""
    everybody = {seat.user for match in matches for seat in Table.objects.get(public_id=match.table).seats.all()}
    lookers = [None, *everybody, matches[0].round.stage.tournament.club.memberships.first().user]
    deals = Deal.objects.filter(table__public_id__in=[match.table for match in matches])
    for looker in lookers:
        client.logout() if looker is None else client.force_login(looker)
        for match in matches:
            table = Table.objects.get(public_id=match.table)
            sits = game_reading.seat_of(table, looker) is not None if looker else False
            page = client.get(reverse("games:table", args=[table.public_id]))
            assert page.status_code == (200 if sits else 404)
            text = page.content.decode()
            assert not any(deal.public_id in text for deal in deals), "no replay, not even of one's own deals"
            assert client.get(f"/api/v1/tables/{table.public_id}/log/").status_code == 404
            assert client.get(f"/api/v1/tables/{table.public_id}/").json()["result"] is None
        for deal in deals:
            for name in ("games:deal", "api:api-deal"):
                assert client.get(reverse(name, args=[deal.public_id])).status_code == 404
            assert client.get(f"/api/v1/deals/{deal.public_id}/").status_code == 404
        assert client.get("/api/v1/deals/").json()["results"] == []
        for deck in (1, 2):
            page = reverse("tournaments:deck", args=[matches[0].round.stage.tournament.slug, 1, deck])
            assert client.get(page).status_code == 404
    client.logout()
    return deals.count()


def test_nothing_is_seen_while_the_tables_play(evening, client):
    rnd = evening(players=4)
    matches = list(rnd.matches.paired().order_by("table_no"))
    play_out(Table.objects.get(public_id=matches[0].table), (knocker, knocker), deals=1)
    assert hidden(client, matches) == 1


def test_who_leaves_loses_and_what_was_not_played_counts_for_nobody_there(fixed_secrets, evening, organiser, clock):
    rnd = evening(players=6)
    one, two, three = rnd.matches.paired().order_by("table_no")
    play(one.table, (knocker, knocker), clock)
    play(two.table, (waiter, taker), clock)
    table = play_out(Table.objects.get(public_id=three.table), (taker, knocker), deals=1)
    give_up(table, 0)
    table_services.report(table.pk, clock())
    # deck 1: 8 + 30 + 26 = 64, a mean of 21 1/3; deck 2 at two tables only: 23 and -3, a mean of 10
    assert [points_of(rnd, deck) for deck in (1, 2)] == [[8, 30, 26], [23, -3, None]]
    found = {match.table_no: match for match in rnd.matches.paired()}
    assert [found[n].sides.get(order=0).margin for n in (1, 2, 3)] == [0, -4, 5]
    assert (found[3].result_kind, found[3].deals) == ("abandoned", 1)
    assert [side.points for side in found[3].sides.all()] == [0, 2], "the margin does not save who left"


def test_an_official_corrects_a_deck_when_its_table_is_over_and_not_before(evening, organiser, clock):
    rnd = evening(players=4, scoring="mirror", length="deals:1")
    match, other = rnd.matches.paired().order_by("table_no")
    with pytest.raises(errors.Refusal, match="by themselves"):
        duplicate_services.record_decks(match=match, deals={(1, 0): 30}, now=clock(), by=organiser)
    table = play(match.table, (knocker, knocker), clock)
    assert Match.objects.paired().get(pk=match.pk).state == MatchState.OVER
    assert Match.objects.paired().get(pk=other.pk).state == MatchState.PLAYING
    duplicate_services.record_decks(match=match, deals={(1, 1): None}, now=clock(), by=organiser)
    from_tables.table_over(table=table, now=clock())
    assert points_of(rnd, 1)[1] is None, "what an official has said stands, however often the table is heard"
    assert Match.objects.paired().get(pk=match.pk).sides.get(order=0).margin == 0


def test_a_mirror_match_plays_each_deck_twice_with_seats_changed_and_other_suits(evening, organiser, clock, client):
    rnd = evening(players=4, scoring="mirror")
    match, other = rnd.matches.paired().order_by("table_no")
    table = Table.objects.get(public_id=match.table)
    given = list(DealSecret.objects.filter(table=table).order_by("deal"))
    assert [json.loads(one.ctx)["deal"] for one in given[:2]] != [1, 1]
    assert len(given) == 4
    assert {one.ctx for one in given[:2]} == {one.ctx for one in given[2:]}
    for again in given[2:]:
        once = next(one for one in given[:2] if one.ctx == again.ctx)
        assert {once.dealer, again.dealer} == {0, 1}
        assert (once.suits, again.suits) == ("CDHS", shared.renaming_of(duplicate.kept_decks(rnd)[deck_of(again) - 1]))
    page = client.get(reverse("games:table", args=[table.public_id]))
    assert page.status_code == 404
    client.force_login(table.seats.get(seat=0).user)
    shown = client.get(reverse("games:table", args=[table.public_id])).content.decode()
    assert not any(one.commitment in shown for one in given), "a deck that comes again is not named"
    for one in (match, other):
        play(one.table, (knocker, taker), clock)
    scores = {(one.deck, one.play): one.points for one in DeckScore.objects.filter(match=match)}
    assert set(scores) == {(1, 0), (1, 1), (2, 0), (2, 1)}
    signed = game_reading.signed_deals(table)
    for deal, one in enumerate(given, 1):
        is_turned = one.dealer != json.loads(one.ctx)["dealer"]
        assert scores[deck_of(one), int(is_turned)] == (-signed[deal] if is_turned else signed[deal])
    margin = sum(scores[deck, 0] - scores[deck, 1] for deck in (1, 2))
    assert [side.margin for side in match.sides.all()] == [margin, -margin]
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert all(verified(archived(client, deal)) for deal in Deal.objects.all())
    rated = RatedMatch.objects.get(source=f"match:{match.public_id}")
    here = Deal.objects.filter(table=table).values_list("luck", flat=True)
    assert (rated.margin, rated.luck) == (margin, pytest.approx(sum(here))), "the same side has both luck and play"


def deck_of(secret: DealSecret) -> int:
    return json.loads(secret.ctx)["deal"]


def test_teams_play_the_decks_at_two_boards_with_crossed_seats(fixed_secrets, evening, clock, client):
    rnd = evening(players=2, scoring="teams")
    [match] = rnd.matches.paired()
    first, second = Match.objects.of_boards().filter(parent=match)
    dealers = [
        list(DealSecret.objects.filter(table__public_id=board.table).order_by("deal").values_list("dealer", flat=True))
        for board in (first, second)
    ]
    assert dealers == [[0, 1], [1, 0]]
    play(first.table, (knocker, knocker), clock)
    assert Match.objects.paired().get(pk=match.pk).state != MatchState.OVER
    play(second.table, (taker, knocker), clock)
    scores = {(one.deck, one.play): one.points for one in DeckScore.objects.filter(match=match)}
    margin = sum(scores[deck, 0] - scores[deck, 1] for deck in (1, 2))
    match = Match.objects.paired().get(pk=match.pk)
    assert (match.state, [side.margin for side in match.sides.all()]) == (MatchState.OVER, [margin, -margin])
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert all(verified(archived(client, deal)) for deal in Deal.objects.all())
    assert not RatedMatch.objects.exists(), "a team has no rating, and a board alone is no comparison"


def test_the_same_play_at_every_table_is_worth_nothing(evening, clock):
    rnd = evening(players=4)
    for match in rnd.matches.paired():
        play(match.table, (knocker, taker), clock)
    assert {side.margin for match in rnd.matches.paired() for side in match.sides.all()} == {0}
    assert {side.points for match in rnd.matches.paired() for side in match.sides.all()} == {1}
    assert rnd.state == RoundState.RUNNING
