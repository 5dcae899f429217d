"""Score sheets over the API deal by deal: of three and more, and of partners board by board."""

import json

import pytest

from tests.tournaments.results.test_score_sheet_api import asker
from tournaments.event.selectors.finding import matches
from tournaments.models import Match, MatchState, SheetLine
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def pod(make_pods, next_round):
    def begin(players=3, **conditions):
        return matches().filter(round=next_round(make_pods(players, **conditions))).first()

    return begin


@pytest.fixture
def ask_about(client, organiser):
    def begin(pod, who=organiser):
        client.force_login(who)
        return asker(client, f"matches/{pod.public_id}")

    return begin


def knock(winner, loser, seats=3):
    counts = [None] * seats
    counts[winner], counts[loser] = 5, 60
    return {"how": "knock", "seat": winner, "counts": counts}


def test_a_cutthroat_table_is_written_sent_and_confirmed(pod, ask_about):
    played = pod()
    player = played.sides.get(order=0).entry.members.get().user
    ask = ask_about(played, player)
    status, sheet = ask()
    assert (status, sheet["version"], sheet["next_boards"]) == (200, 0, [[0, 1]])
    assert sheet["names"] == [entry.name for entry in played.entries]
    status, sheet = ask(key="a", version=0, deal=knock(0, 1))
    assert (status, sheet["next_boards"], sheet["is_over"]) == (200, [[0, 2]], False), "3P-2"
    [deal] = sheet["sheets"][0]["deals"]
    assert (deal["waiting"], deal["running"], deal["entry"]) == ([2], [55, 0, 0], knock(0, 1))
    assert ask("deals/back/", key="b", version=1)[1]["version"] == 2
    ask(key="c", version=2, deal=knock(0, 1))
    sheet = ask(key="d", version=3, deal=knock(0, 2))[1]
    assert (sheet["is_over"], sheet["settled"]) == (True, [720, -360, -360])
    sent = ask("deals/send/", version=4)[1]
    assert sent["state"] == MatchState.REPORTED
    other = played.sides.get(order=1).entry.members.get().user
    status, done = ask_about(played, other)("confirm/", version=sent["version"])
    assert (status, done["state"]) == (200, MatchState.OVER)
    assert [seat["margin"] for seat in done["sides"]] == [720, -360, -360]


@pytest.mark.parametrize(
    ("deal", "named"),
    [
        (knock(0, 1) | {"seat": 3}, "from 0 to 2"),
        (knock(0, 2), "sits this deal out"),
        (knock(0, 1) | {"counts": [5, 60]}, "3 figures"),
        (knock(0, 1) | {"counts": [None, None, None]}, "counts"),
        (knock(0, 1) | {"order": [0, 0, 1]}, "every seat once"),
        ({"how": "boards", "boards": []}, "cannot end like that"),
        (knock(0, 1) | {"seat": 12}, "seat"),
    ],
)
def test_a_deal_that_cannot_have_been_at_three_is_named_and_not_kept(pod, ask_about, deal, named):
    status, said = ask_about(pod())(key="a", version=0, deal=deal)
    assert status == 400
    assert named in json.dumps(said, ensure_ascii=False)
    assert not SheetLine.objects.exists()


def test_the_draw_of_a_chouette_says_who_is_alone(pod, ask_about):
    ask = ask_about(pod(4, variant="chouette", rounds=1))
    sheet = ask(key="a", version=0, deal=knock(2, 1, 4) | {"order": [2, 1, 0, 3]})[1]
    [deal] = sheet["sheets"][0]["deals"]
    assert (deal["box"], deal["waiting"]) == (2, [0, 3])
    assert ask(key="b", version=1, deal=knock(2, 0, 4) | {"order": [0, 1, 2, 3]})[0] == 400, "drawn already"


def test_battle_royal_counts_everybody(pod, ask_about):
    ask = ask_about(pod(3, variant="battle-royal", rounds=1))
    sheet = ask(key="a", version=0, deal={"how": "knock", "dealer": 0, "seat": 1, "counts": [30, 4, 20]})[1]
    assert sheet["sheets"][0]["points"] == [0, 46, 0]
    assert sheet["next_boards"] == []


def test_a_stranger_reads_and_does_not_write(client, pod):
    ask = asker(client, f"matches/{pod().public_id}")
    assert ask()[0] == 200
    assert ask(key="a", version=0, deal=knock(0, 1))[0] == 403


BOARD = {"how": "knock", "seat": 0, "counts": [5, 60]}


def test_partners_are_written_board_by_board(client, table_of_pairs, organiser):
    client.force_login(organiser)
    ask = asker(client, f"matches/{table_of_pairs.public_id}")
    sheet = ask()[1]
    assert (sheet["names"], sheet["next_boards"]) == (["Aces", "Bees"], [[0, 1], [2, 3]])
    assert sheet["sitters"] == ["Ana", "Bea", "Ali", "Bob"]
    lost = {"how": "knock", "seat": 1, "counts": [20, 3]}
    status, sheet = ask(key="a", version=0, deal={"how": "boards", "boards": [BOARD, lost]})
    assert status == 200
    [deal] = sheet["sheets"][0]["deals"]
    assert deal["boards"] == [
        {"type": "knock", "winner": 0, "points": 55}, {"type": "knock", "winner": 3, "points": 17}
    ]  # fmt: skip
    assert (deal["running"], deal["winner"], deal["points"]) == ([38, 0], 0, 38)
    assert deal["entry"] == {"how": "boards", "boards": [BOARD, lost]}


@pytest.mark.parametrize(
    ("deal", "field"),
    [
        ({"how": "boards", "boards": [BOARD]}, "boards"),
        ({"how": "boards", "boards": [BOARD, BOARD | {"seat": 2}]}, "boards.1.seat"),
        ({"how": "boards", "boards": [BOARD | {"counts": [11, 60]}, BOARD]}, "boards.0.counts"),
        ({"how": "boards", "boards": [BOARD, BOARD], "points": 1}, "points"),
        ({"how": "boards", "boards": [BOARD, BOARD | {"upcard": "1X"}]}, "upcard"),
        ({"how": "dead"}, "how"),
    ],
)
def test_a_board_that_cannot_have_been_is_named(client, table_of_pairs, organiser, deal, field):
    client.force_login(organiser)
    status, said = asker(client, f"matches/{table_of_pairs.public_id}")(key="a", version=0, deal=deal)
    assert status == 400
    assert field in json.dumps(said["errors"])
    assert not SheetLine.objects.exists()


def test_a_match_of_two_needs_both_counts(client, make_tournament, organiser, clock, next_round):
    rnd = next_round(stages.begin(tournament=make_tournament(players=2, rounds=1), now=clock(), by=organiser))
    client.force_login(organiser)
    ask = asker(client, f"matches/{Match.objects.get(round=rnd).public_id}")
    for counts in ([None, 60], [5, None], [5], [5, 60, 7]):
        status, said = ask(key="a", version=0, deal=BOARD | {"counts": counts})
        assert (status, list(said["errors"])) == (400, ["counts"]), counts
