"""JSON of the games with melds on the table: their commands, views and snapshots."""

import json

import pytest

from games import engine
from games.engine import codec
from tests.games.engine.tabled import A, B, cards, colonel, conquian, done

ACE_HIGH = engine.COLONEL_PACK
FORTY = engine.CONQUIAN_PACK


def of(pack, text):
    return engine.parse_hand(text, pack)


COMMANDS = [
    (ACE_HIGH, {"do": "meld", "cards": ["QS", "KS", "AS"]}, engine.Meld(A, of(ACE_HIGH, "QS KS AS"))),
    (ACE_HIGH, {"do": "add", "card": "8H", "meld": 12}, engine.Add(A, engine.parse_card("8H", ACE_HIGH), 12)),
    (ACE_HIGH, {"do": "add", "card": "8H"}, engine.Add(A, engine.parse_card("8H", ACE_HIGH))),
    (ACE_HIGH, {"do": "challenge"}, engine.Challenge(A)),
    (ACE_HIGH, {"do": "accept_challenge"}, engine.AcceptChallenge(A)),
    (ACE_HIGH, {"do": "refuse_challenge"}, engine.RefuseChallenge(A)),
    (FORTY, {"do": "cq_turn"}, engine.CqTurn(A)),
    (FORTY, {"do": "cq_turn", "card": "JD"}, engine.CqTurn(A, engine.parse_card("JD", FORTY))),
    (
        FORTY,
        {"do": "cq_use", "table": [["6H", "7H", "JH"], ["2C", "2D", "2S"]], "discard": "KD"},
        engine.CqUse(A, (of(FORTY, "6H 7H JH"), of(FORTY, "2C 2D 2S")), engine.parse_card("KD", FORTY)),
    ),
    (FORTY, {"do": "cq_use", "table": [["6H", "7H", "JH"]]}, engine.CqUse(A, (of(FORTY, "6H 7H JH"),))),
    (FORTY, {"do": "cq_hand", "table": [["6H", "7H", "JH"]]}, engine.CqHand(A, (of(FORTY, "6H 7H JH"),))),
    (FORTY, {"do": "cq_pass"}, engine.CqPass(A)),
    (FORTY, {"do": "cq_reject"}, engine.CqReject(A)),
    (FORTY, {"do": "cq_force"}, engine.CqForce(A)),
    (FORTY, {"do": "cq_waive"}, engine.CqWaive(A)),
    (FORTY, {"do": "cq_fold"}, engine.CqFold(A)),
    (FORTY, {"do": "cq_pick", "card": "3S"}, engine.CqPick(A, engine.parse_card("3S", FORTY))),
    (FORTY, {"do": "touch_stock"}, engine.TouchStock(A)),
]


@pytest.mark.parametrize(("pack", "data", "action"), COMMANDS)
def test_a_command_and_back(pack, data, action):
    assert codec.action_from_json(data, A, pack) == action
    assert codec.action_to_json(action, pack) == data


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"do": "meld", "cards": "3H 4H 5H"}, "cards"),
        ({"do": "meld", "cards": ["3H", "3H", "4H"]}, "cards"),
        ({"do": "meld", "cards": [3]}, "cards"),
        ({"do": "meld"}, "cards"),
        ({"do": "add", "card": "8X"}, "card"),
        ({"do": "add", "card": "7H", "meld": -1}, "meld"),
        ({"do": "add", "card": "7H", "meld": True}, "meld"),
        ({"do": "cq_use", "table": [["8H", "7H", "JH"]]}, "table"),
        ({"do": "cq_use", "table": {}}, "table"),
        ({"do": "cq_use", "table": [[]] * 18}, "table"),
        ({"do": "cq_use", "table": [], "discard": "9D"}, "discard"),
        ({"do": "cq_pick"}, "card"),
        ({"do": "cq_fold", "card": "7H"}, "card"),
    ],
)
def test_what_is_no_command_is_refused_with_its_field(data, field):
    """CNQ-1: eights to tens are no cards of this pack either."""
    with pytest.raises(codec.BadAction) as error:
        codec.action_from_json(data, B, FORTY)
    assert error.value.field == field
    assert error.value.allowed


def test_a_view_shows_the_table_with_who_laid_what():
    rules, state = colonel(A="7C 8C 2H 5D", B="9C KD", pile="9D", stock="6C 3D", stock_size=12)
    state = done(rules, state, "A draw_stock", "A meld 6C 7C 8C", "A discard 2H", "B draw_stock", "B add 9C 0")
    data = codec.view_to_json(engine.view(rules, state, A))
    assert data["table"] == [{"cards": ["6C", "7C", "8C", "9C"], "laid": {"A": ["6C", "7C", "8C"], "B": ["9C"]}}]
    assert (data["credit"], data["challenger"], data["ranks"]) == ({"A": 21, "B": 9}, None, "23456789TJQKA")
    assert data["top"] == "2H"
    assert data["aids"] == {"deadwood": 5, "melds": [], "loose": ["5D"], "after": {}, "knock": []}


def test_a_view_shows_the_centre_and_counts_the_waste():
    rules, state = conquian(A="AC AD KD", B="5C", centre="QH", stock="2S 3S", stock_size=8)
    data = codec.view_to_json(engine.view(rules, done(rules, state, "A cq_fold"), B))
    assert (data["centre"], data["waste"], data["pile"], data["top"], data["folded"]) == ("2S", 1, 0, None, ["A"])
    assert {"do": "cq_reject"} in data["actions"]


def test_a_snapshot_of_every_moment_comes_back():
    rules, state = colonel("colonel-challenge", A="7C 8C 2H", B="KD", pile="9D", stock="6C", stock_size=12)
    moments = [(rules, done(rules, state, "A draw_stock", "A meld 6C 7C 8C", "B challenge"))]
    rules, state = conquian(A="AC AD KD", phase="start", stock="2S 3S", stock_size=8)
    moments.append((rules, done(rules, state, "DIR two_turned 2S 3S")))
    for rules, state in moments:
        data = json.loads(json.dumps(codec.state_to_json(state)))
        assert codec.state_from_json(rules, data) == state
    assert cards(rules, "2S") >> state.rest.lifted[0] == 1
