"""Documents to print: for everybody, and the round pack of the officials."""

import re

import pytest
from django.urls import reverse

from tournaments.event.selectors import codes, finding
from tournaments.paper import selectors as paper
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def text(answer) -> str:
    assert answer.status_code == 200, answer.content[:2000]
    page = answer.content.decode()
    assert " style=" not in page
    assert "<script>" not in page
    return page


@pytest.fixture
def drafted(make_tournament, organiser, clock):
    tournament = make_tournament(players=9)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    return tournament


def test_everybody_prints_what_is_published(client, drafted, play_round, organiser):
    slug = drafted.slug
    assert client.get(url("document", slug, "names"), {"round": 1}).status_code == 404, "a draft is nobody's business"
    assert "Standings" in text(client.get(url("document", slug, "standings")))
    assert client.get(url("document", slug, "slips")).status_code == 404
    rnd = standings.current_round(drafted)
    editing.publish_round(rnd=rnd, now=rnd.paired_at)
    page = text(client.get(url("document", slug, "names"), {"round": 1, "size": 18, "paper": "letter"}))
    assert "paper paper-letter paper-large" in page
    assert page.index("Player 01") < page.index("Player 02")
    for_all = text(client.get(url("documents", slug)))
    assert "Pairings by table" in for_all
    assert url("print", slug) not in for_all
    client.force_login(organiser)
    assert url("print", slug) in text(client.get(url("documents", slug))), "officials are led to the slips"


def test_by_name_everybody_finds_table_and_opponent(drafted):
    rnd = standings.current_round(drafted)
    lines = paper.by_name(rnd)
    assert [line.name for line in lines] == [f"Player {n:02d}" for n in range(1, 10)]
    table_of = {line.name: line.table_no for line in lines}
    assert all(table_of[line.opponent] == line.table_no for line in lines if line.table_no)
    assert [line.name for line in lines if line.bye] == ["Player 09"]


def test_the_round_pack_holds_everything_and_its_slips_open_their_matches(client, drafted, organiser):
    address = url("print-document", drafted.slug, "pack")
    assert client.get(address).status_code == 302, "to the sign-in"
    client.force_login(organiser)
    answer = client.get(address, {"round": 1})
    assert answer["Cache-Control"] == "no-store"
    page = text(answer)
    assert "draft, not published" in page
    matches = finding.round_matches(standings.current_round(drafted))
    letters = re.findall(r'slip-letters">(\w+)<', page)
    assert letters == [codes.slip_letters(match, order) for match in matches for order in (0, 1)]
    assert page.count('class="slip-page"') == 1, "four slips a page"
    assert len(re.findall(r'<svg viewBox="0 0 (?!32|24)', page)) == 8, "one QR code a side"
    assert "Boxes × 25" in page or "Boxes × 20" in page
    assert "Print" in text(client.get(url("print", drafted.slug)))


def test_paper_before_round_one_and_of_unknown_things(client, make_tournament, organiser):
    tournament = make_tournament(players=3)
    client.force_login(organiser)
    assert client.get(url("print-document", tournament.slug, "pack")).status_code == 404
    assert client.get(url("print-document", tournament.slug, "poem")).status_code == 404
    text(client.get(url("print-document", tournament.slug, "sheets")))
    text(client.get(url("document", tournament.slug, "crosstable")))


def test_a_hollywood_sheet_has_three_columns_a_player(make_tournament):
    assert paper.score_sheet(make_tournament(players=0, variant="hollywood")).kind == "columns"
    assert paper.score_sheet(make_tournament(players=0)).kind == "pad"


@pytest.mark.parametrize(
    ("variant", "template", "kind", "players", "said"),
    [
        ("cutthroat", "pod_swiss", "several", 3, ["Deals; sits out", "2. – 3.", "Boxes × 25", "game to 100"]),
        ("battle-royal", "pod_rounds", "several", 3, ["1. – 2.", "game to 200"]),
        ("chouette", "pod_swiss", "sides", 4, ["In the box", "Captain", "Wins (+) or loses (−)", "Shutout"]),
        ("partnership", "swiss", "boards", 2, ["First team", "Board 2", "+ for the first team", "game to 125"]),
        ("partnership-n", "swiss", "boards", 3, ["Board 3", "game to 150"]),
    ],
)
def test_a_blank_sheet_has_the_columns_of_its_seating(
    client, make_tournament, organiser, variant, template, kind, players, said
):
    tournament = make_tournament(players=0, variant=variant, template=template)
    sheet = paper.score_sheet(tournament)
    assert (sheet.kind, len(sheet.players)) == (kind, players)
    client.force_login(organiser)
    page = text(client.get(url("print-document", tournament.slug, "sheets")))
    assert not [words for words in said if words not in page]
    assert ("sits out" in page) == (variant == "cutthroat"), "in battle royal all three play"


def test_the_pack_is_enough_to_go_on_by_hand(client, make_tournament, play_round, organiser, clock):
    """Before round 2: cards with round 1 and whom one meets in round 2, a line for round 3; blank slips; what to do."""
    tournament = make_tournament(players=5, rounds=3)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    cards = {card.name: card for card in paper.pairing_cards(tournament, rnd)}
    assert len(cards) == 5
    for name, card in cards.items():
        first, second, third = card.lines
        assert (first.number, second.number, third.number) == (1, 2, 3)
        assert first.points
        assert first.opponents != second.opponents
        assert (second.points, third.opponents, third.points) == ("", "", "")
        if second.opponents in cards:
            assert cards[second.opponents].lines[1].opponents == name
    assert sum(card.lines[1].opponents == "no opponent" for card in cards.values()) == 1
    client.force_login(organiser)
    page = text(client.get(url("print-document", tournament.slug, "pack"), {"round": 2}))
    order = ["by-hand-guide", "Pairings by name", 'class="slip-letters"', "Blank result slips", "pairing-card"]
    assert sorted(order, key=page.index) == order
    assert "the upper half of those with equal points meets the lower half" in page
    assert (
        text(client.get(url("print-document", tournament.slug, "cards"))).count('<article class="pairing-card">') == 5
    )


def test_the_cards_of_tables_of_three_name_everybody_at_the_table(make_tournament, organiser, clock):
    tournament = make_tournament(players=6, rounds=2, template="pod_swiss", variant="cutthroat")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    assert all(card.lines[0].opponents.count(", ") == 1 for card in paper.pairing_cards(tournament, rnd))
    assert paper.blank_slip(tournament, rnd).rows == range(3)
