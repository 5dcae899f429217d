"""An evening of duplicate Swiss with eight tables: deck 1 computed by hand, no deck seen too early."""

import hashlib
import json
import re
from collections import Counter
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from audit import services as audit
from audit.models import AuditEntry
from games import engine
from games.engine.cards.shuffle import TAG
from tournaments import errors
from tournaments.duplicate import permissions
from tournaments.duplicate import selectors as duplicate
from tournaments.duplicate import services as duplicate_services
from tournaments.models import Match, MatchState, RoundDeck, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.templatetags import tournament_words

pytestmark = pytest.mark.django_db

# What the first seats made of deck 1 at tables 1 to 8. Without the best (60) and the worst (-45) six are left:
# 25 + 10 + 10 - 5 - 12 + 2 = 30, so the mean is 5. Deck 2 was the same everywhere: worth nothing.
DECK_1 = [25, 10, 60, 10, -5, -45, -12, 2]
WORTH = [20, 5, 55, 5, -10, -50, -17, -3]


@pytest.fixture
def evening(make_tournament, organiser, clock):
    """Sixteen players, a round of two decks, published and started."""

    def make(players=16, variant="gin-rummy-com", **options):
        conditions = {"template": "duplicate_swiss", "rounds": 2, "variant": variant}
        tournament = make_tournament(players=players, options={"length": "deals:2", **options}, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return make


def test_an_evening_with_eight_tables_by_field(evening, organiser, clock, client):
    rnd = evening()
    matches = list(rnd.matches.order_by("table_no"))
    for match, points in zip(matches[:-1], DECK_1, strict=False):
        duplicate_services.record_decks(match=match, deals={(1, 0): points, (2, 0): 20}, now=clock(), by=organiser)
    assert set(rnd.matches.values_list("state", flat=True)) == {MatchState.PAIRED}, "the field is not complete"
    duplicate_services.record_decks(match=matches[-1], deals={(1, 0): 2}, now=clock(), by=organiser)
    assert Match.objects.filter(state=MatchState.OVER).count() == 0
    duplicate_services.record_decks(match=matches[-1], deals={(2, 0): 20}, now=clock(), by=organiser)
    assert [match.sides.get(order=0).margin for match in rnd.matches.order_by("table_no")] == WORTH
    assert [match.sides.get(order=1).margin for match in rnd.matches.order_by("table_no")] == [-one for one in WORTH]
    # table 8 has won 22 points at the table and yet lost the match: with those cards others made more
    last = Match.objects.get(pk=matches[-1].pk)
    assert [(side.points, side.game_points) for side in last.sides.all()] == [(0, 22), (2, 0)]
    page = reverse("tournaments:deck", args=[rnd.stage.tournament.slug, 1, 1])
    client.force_login(organiser)
    assert client.get(page).status_code == 404, "no deck is seen before its round is closed"
    rnd = running.close_round(rnd=rnd, now=clock.later(seconds=30))
    answer = client.get(page)
    assert answer.status_code == 200
    shown = duplicate.deck_page(rnd, 1)
    assert [int(one.worth) for one in shown.scores] == WORTH
    assert (shown.mean, shown.sheet.dealer) == (5, 0)
    cards = " ".join([*shown.sheet.hands, shown.sheet.upcard, shown.sheet.stock]).split()
    assert len(set(cards)) == len(cards) == 52
    assert tournament_words.card_signs(shown.sheet.hands[0]) in answer.content.decode()
    proof = (
        len(TAG).to_bytes(4, "big")
        + TAG
        + b"".join(
            len(part).to_bytes(4, "big") + part for part in (b"server", shown.ctx.encode(), bytes.fromhex(shown.secret))
        )
    )
    assert hashlib.sha256(proof).hexdigest() == rnd.decks.get(number=1).commitment, "what was published binds it"
    assert standings.standings(rnd.stage.tournament)[0].margin == 55
    assert audit.first_broken() is None


def test_the_decks_of_a_round_are_fixed_when_it_is_published_and_differ(evening, client):
    rnd = evening()
    one, two = RoundDeck.objects.filter(round=rnd)
    assert (one.number, two.number, one.commitment == two.commitment) == (1, 2, False)
    first, second = duplicate.deal_sheets(rnd)
    assert [first, second] == duplicate.deal_sheets(rnd)
    assert first.hands != second.hands
    assert (first.dealer, second.dealer) == (0, 1), "the deal alternates, at every table alike"
    page = client.get(reverse("tournaments:round", args=[rnd.stage.tournament.slug, 1])).content.decode()
    assert one.commitment in page, "published with the pairings"
    assert json.loads(one.ctx)["table"] == "all"


def test_the_sheets_of_a_mirror_come_in_order_with_changed_seats_and_other_suits(evening, clock, organiser):
    rnd = evening(players=4, scoring="mirror", length="deals:4")
    sheets = duplicate.deal_sheets(rnd)
    assert [sheet.number for sheet in sheets] == list(range(1, 9))
    assert Counter((sheet.deck, sheet.is_turned) for sheet in sheets) == Counter(product((1, 2, 3, 4), (False, True)))
    for again in sheets[4:]:
        once = next(sheet for sheet in sheets if sheet.deck == again.deck)
        turned = str.maketrans("CDHS", again.suits)
        ranks = re.compile("[2-9TJQKA](?=[CDHS])")  # suits are renamed, ranks never
        assert sorted(card.translate(turned) for card in once.hands[0].split()) == sorted(again.hands[0].split())
        assert ranks.findall(once.stock) == ranks.findall(again.stock)


def test_where_a_suit_is_special_it_keeps_its_name(evening):
    rnd = evening(players=4, scoring="mirror", variant="oklahoma")
    assert {sheet.suits for sheet in duplicate.deal_sheets(rnd)} == {"CDHS"}


def test_deal_sheets_are_for_officials_and_on_record(evening, client, organiser):
    rnd = evening()
    page = reverse("tournaments:deal-sheets", args=[rnd.stage.tournament.slug, 1])
    client.force_login(rnd.matches.first().sides.first().entry.members.first().user)
    assert client.get(page).status_code == 403
    client.force_login(organiser)
    answer = client.get(page)
    assert tournament_words.card_signs(duplicate.deal_sheets(rnd)[1].hands[1]) in answer.content.decode()
    assert answer["Cache-Control"] == "no-store"
    assert AuditEntry.objects.filter(action="round.deal_sheets").count() == 1
    assert page in client.get(reverse("tournaments:print", args=[rnd.stage.tournament.slug])).content.decode()


def test_whoever_is_not_signed_in_lays_out_no_decks(evening):
    assert not permissions.may_lay_out(AnonymousUser(), evening(players=4))


def test_mirror_plays_every_deck_twice_and_is_settled_match_by_match(evening, organiser, clock):
    rnd = evening(players=4, scoring="mirror")
    match = rnd.matches.order_by("table_no").first()
    # deck 1: 25 with the first hand, the other 10 with it: 15. deck 2: void the second time.
    deals = {(1, 0): 25, (2, 0): -5, (1, 1): 10, (2, 1): None}
    match = duplicate_services.record_decks(match=match, deals=deals, now=clock(), by=organiser)
    assert (match.state, match.deals) == (MatchState.OVER, 3)
    assert [(side.points, side.margin) for side in match.sides.all()] == [(2, 15), (0, -15)]


def test_teams_of_two_cross_the_seats(evening, organiser, clock):
    rnd = evening(players=4, scoring="teams", length="deals:1")
    assert {entry.members.count() for entry in rnd.stage.tournament.entries.all()} == {2}
    match = rnd.matches.first()
    match = duplicate_services.record_decks(match=match, deals={(1, 0): 40, (1, 1): 55}, now=clock(), by=organiser)
    assert [(side.points, side.margin) for side in match.sides.all()] == [(0, -15), (2, 15)]


def test_a_forfeit_is_left_out_of_the_field(evening, organiser, clock):
    rnd = evening(players=6, length="deals:1")
    one, two, three = rnd.matches.order_by("table_no")
    duplicate_services.record_decks(match=one, deals={(1, 0): 30}, now=clock(), by=organiser)
    duplicate_services.record_decks(match=two, deals={(1, 0): 10}, now=clock(), by=organiser)
    recording.record_result(match=three, kind="forfeit", winner=1, now=clock(), by=organiser)
    closed = running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert closed.state == RoundState.CLOSED
    assert [match.sides.get(order=0).margin for match in (one, two)] == [10, -10]


def test_figures_that_no_deal_gives_are_refused_by_deck(evening, organiser, clock):
    rnd = evening(players=4)
    match = rnd.matches.first()
    most = engine.most_a_deal_gives(engine.VARIANTS["gin-rummy-com"])
    with pytest.raises(errors.Invalid, match=f"Deck 2: one deal gives at most {most}"):
        duplicate_services.record_decks(match=match, deals={(1, 0): 5, (2, 0): most + 1}, now=clock(), by=organiser)
    with pytest.raises(errors.Invalid, match="no deck 3"):
        duplicate_services.record_decks(match=match, deals={(3, 0): 5}, now=clock(), by=organiser)
    with pytest.raises(errors.Invalid, match="no deck 1"):
        duplicate_services.record_decks(match=match, deals={(1, 1): 5}, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal, match="deck by deck"):
        recording.record_result(match=match, points=(100, 20), now=clock(), by=organiser)
    assert not match.deck_scores.exists()
