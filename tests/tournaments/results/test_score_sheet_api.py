"""The score sheet of a match over the API."""

import json

import pytest

from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState, SheetLine
from tournaments.results.selectors import slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db

KNOCK = {"how": "knock", "seat": 0, "counts": [5, 60]}


@pytest.fixture
def match(make_tournament, organiser, clock) -> Match:
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return slips.matches().filter(round=rnd).first()


def asker(client, base):
    def ask(path="deals/", **body):
        send = {"data": json.dumps(body), "content_type": "application/json"}
        answer = client.post(f"/api/v1/{base}/{path}", **send) if body else client.get(f"/api/v1/{base}/{path}")
        return answer.status_code, answer.json()

    return ask


@pytest.fixture
def ask(client, match, organiser):
    client.force_login(organiser)
    return asker(client, f"matches/{match.public_id}")


def test_a_match_deal_by_deal(ask):
    assert ask()[1]["version"] == 0
    status, sheet = ask(key="a", version=0, deal=KNOCK)
    assert (status, sheet["version"], sheet["is_over"], sheet["next_dealer"]) == (200, 1, False, 0)
    (game,) = sheet["sheets"]
    assert (game["points"], game["deals"][0]["entry"], game["columns"]) == ([55, 0], KNOCK, [])
    assert ask(key="a", version=0, deal=KNOCK)[1]["version"] == 1, "sent twice"
    assert ask("deals/send/", version=1)[1]["type"] == "not_over"
    ask(key="b", version=1, deal={"how": "dead"})
    assert ask("deals/back/", key="c", version=2)[1]["version"] == 3
    assert ask(key="d", version=3, deal=KNOCK)[1]["is_over"]
    assert ask("deals/send/", version=4)[1]["state"] == MatchState.OVER
    assert ask(key="e", version=4, deal=KNOCK)[1]["type"] == "over"


@pytest.mark.parametrize(
    ("body", "status", "named"),
    [
        ({"deal": {"how": "flush"}}, 400, "how"),
        ({"deal": KNOCK | {"counts": [1]}}, 400, "counts"),
        ({"deal": KNOCK | {"seat": 2}}, 400, "seat"),
        ({"deal": KNOCK | {"upcard": "1X"}}, 400, "upcard"),
        ({"deal": KNOCK | {"suits": "CC"}}, 400, "suits"),
        ({"deal": KNOCK | {"counts": [11, 30]}}, 400, "counts"),
        ({"deal": KNOCK | {"points": 50}}, 400, "points"),
        ({"deal": KNOCK | {"irr": "IRR-99"}}, 400, "irr"),
        ({"deal": KNOCK, "version": 7}, 409, "conflict"),
        ({"deal": KNOCK, "key": "k" * 41}, 400, "key"),
    ],
)
def test_what_is_wrong_is_named_and_not_kept(ask, body, status, named):
    code, said = ask(**{"key": "k", "version": 0, **body})
    assert code == status
    assert named in json.dumps(said)
    assert not SheetLine.objects.exists()


def test_everybody_reads_a_sheet_and_officials_write_it(client, match):
    visitor = asker(client, f"matches/{match.public_id}")
    assert visitor()[0] == 200
    assert visitor(key="a", version=0, deal=KNOCK)[0] == 403
