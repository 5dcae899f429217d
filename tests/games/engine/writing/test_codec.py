"""JSON both ways: the wire's commands, events, views and snapshots."""

import json

import pytest

from games import engine
from games.engine import codec
from games.engine.moves import law_actions
from games.engine.moves.kinds import fields_of, is_needed, is_of_a_seat
from games.engine.writing.codec.actions import KINDS
from tests.games.engine.gin_table import card, dealt, hand, position, steps

PAGAT = engine.rule_set("gin-pagat")
A, B = 0, 1
COMMANDS = [
    ({"do": "take_upcard"}, engine.TakeUpcard(A)),
    ({"do": "pass_upcard"}, engine.PassUpcard(A)),
    ({"do": "draw_stock"}, engine.DrawStock(A)),
    ({"do": "draw_discard"}, engine.DrawDiscard(A)),
    ({"do": "discard", "card": "KD"}, engine.Discard(A, card("KD"))),
    ({"do": "knock", "card": "TD"}, engine.Knock(A, card("10D"))),
    (
        {"do": "knock", "card": "KD", "melds": [["3H", "4H", "5H"], ["9C", "9D", "9S"]]},
        engine.Knock(A, card("KD"), (hand("3H 4H 5H"), hand("9C 9D 9S"))),
    ),
    ({"do": "knock", "card": "KD", "melds": []}, engine.Knock(A, card("KD"), ())),
    ({"do": "gin", "card": "KD"}, engine.Gin(A, card("KD"))),
    ({"do": "show_hand"}, engine.ShowHand(A)),
    ({"do": "lay_off", "card": "8H", "meld": 1}, engine.LayOff(A, card("8H"), 1)),
    ({"do": "lay_off", "card": "8H"}, engine.LayOff(A, card("8H"))),
    ({"do": "finish"}, engine.Finish(A)),
    ({"do": "big_gin", "melds": [["3H", "4H", "5H"]]}, law_actions.BigGin(A, (hand("3H 4H 5H"),))),
    ({"do": "draw_exposed", "card": "9D"}, law_actions.DrawExposed(A, card("9D"))),
    ({"do": "peek_stock", "n": 2}, law_actions.PeekStock(A, 2)),
    ({"do": "object"}, law_actions.Object(A)),
]


@pytest.mark.parametrize(("data", "action"), COMMANDS)
def test_a_command_and_back(data, action):
    assert codec.action_from_json(data, A) == action
    assert codec.action_to_json(action) == data


def test_a_card_may_be_written_in_any_of_three_ways():
    for text in ("TD", "10D", "10d", "td"):
        assert codec.action_from_json({"do": "discard", "card": text}, B) == engine.Discard(B, card("TD"))


def test_chance_shows_its_deck_only_when_asked():
    deal = engine.Deal(tuple(range(52)))
    assert codec.action_to_json(deal) == {"do": "deal"}
    assert codec.action_from_json(codec.action_to_json(deal, deck=True), None) == deal
    assert codec.action_to_json(engine.DrawForDeal(tuple(range(52)))) == {"do": "draw_for_deal"}


@pytest.mark.parametrize(
    ("data", "seat", "field"),
    [
        ("draw_stock", A, "command"),
        ([], A, "command"),
        ({}, A, "do"),
        ({"do": "fly"}, A, "do"),
        ({"do": ["draw_stock"]}, A, "do"),
        ({"do": "deal", "deck": list(range(52))}, A, "do"),
        ({"do": "draw_stock"}, None, "do"),
        ({"do": "draw_stock", "card": "KD"}, A, "card"),
        ({"do": "discard"}, A, "card"),
        ({"do": "discard", "card": "1D"}, A, "card"),
        ({"do": "discard", "card": 5}, A, "card"),
        ({"do": "discard", "card": "KD", "seat": "B"}, A, "seat"),
        ({"do": "knock", "card": "KD", "melds": "3H 4H 5H"}, A, "melds"),
        ({"do": "knock", "card": "KD", "melds": [["3H"], ["3H"], ["3H"], ["3H"], ["3H"]]}, A, "melds"),
        ({"do": "knock", "card": "KD", "melds": [["3H", "3H", "3H"]]}, A, "melds"),
        ({"do": "knock", "card": "KD", "melds": ["3H"]}, A, "melds"),
        ({"do": "lay_off", "card": "KD", "meld": "1"}, A, "meld"),
        ({"do": "lay_off", "card": "KD", "meld": True}, A, "meld"),
        ({"do": "lay_off", "card": "KD", "meld": 9}, A, "meld"),
        ({"do": "peek_stock", "n": 0}, A, "n"),
        ({"do": "deal"}, None, "deck"),
        ({"do": "deal", "deck": [52]}, None, "deck"),
        ({"do": "deal", "deck": list(range(52)), "dealer": "C"}, None, "dealer"),
        ({"do": "deal", "deck": [0.5]}, None, "deck"),
    ],
)
def test_what_is_no_command_is_refused_with_its_field(data, seat, field):
    with pytest.raises(codec.BadAction) as error:
        codec.action_from_json(data, seat)
    assert error.value.field == field
    assert error.value.allowed


EXAMPLES = {  # a value of each kind, as JSON
    "seat": "B",
    "card": "KD",
    "cards": ["3H", "4H", "5H"],
    "faces": ["KD", None],
    "melds": [["3H", "4H", "5H"]],
    "number": 2,
    "words": "late",
    "deck": list(range(52)),
    "stock": [5, -1],
}


@pytest.mark.parametrize("do", KINDS)
def test_every_command_comes_back_with_all_its_fields(do):
    """Name and fields follow from the class: nothing of a command is listed a second time."""
    kind = KINDS[do]
    fields = [field for field in fields_of(kind) if field.name != "seat"]
    data = {"do": do, **{field.name: EXAMPLES[field.kind.name] for field in fields}}
    seat = A if is_of_a_seat(kind) else None
    action = codec.action_from_json(data, seat)
    assert (type(action), action.seat) == (kind, seat)
    assert codec.action_to_json(action, deck=True) == data
    for field in fields:
        left_out = {name: value for name, value in data.items() if name != field.name}
        if is_needed(field):
            with pytest.raises(codec.BadAction) as error:
                codec.action_from_json(left_out, seat)
            assert error.value.field == field.name
        else:
            assert getattr(codec.action_from_json(left_out, seat), field.name) == field.default
        with pytest.raises(codec.BadAction) as error:
            codec.action_from_json({**data, field.name: {"no": "such value"}}, seat)
        assert error.value.field == field.name


def test_a_field_of_a_command_has_a_kind_of_value():
    """What has none could be neither written nor read."""
    assert all(field.kind is not None for kind in KINDS.values() for field in fields_of(kind))


def test_what_happened_in_words_of_the_wire():
    rules = engine.rule_set("gin-pagat", target=1)
    state = position(
        rules, A="AS AD AC 3S 4S 5S JH JD 10C 5C", B="4H 5H 6H 7H 8S 9S 10S KC KD 2D", pile="QH", stock="JC",
        stock_size=20,
    )  # fmt: skip
    state, drew = engine.apply(rules, state, engine.DrawStock(A))
    state, ended = engine.apply(rules, state, engine.Knock(A, card("10C")))
    told = [codec.event_to_json(event) for event in (*drew, *ended)]
    assert [event["e"] for event in told] == ["drew", "knocked", "showed", "deal_scored", "game_won"]
    assert told[0] == {"e": "drew", "seat": "A", "from": "stock", "card": "JC"}
    assert told[1] == {
        "e": "knocked", "seat": "A", "card": "TC", "how": "knock",
        "melds": [["AC", "AD", "AS"], ["JC", "JD", "JH"], ["3S", "4S", "5S"]], "deadwood": ["5C"], "count": 5,
    }  # fmt: skip
    assert told[3]["counts"] == {"A": 5, "B": 22}
    assert told[4] == {"e": "game_won", "seat": "A", "totals": {"A": 237, "B": 0}, "net": {"A": 237, "B": -237}}


def test_the_draw_for_the_deal_and_the_deal_in_words_of_the_wire():
    state, events = engine.replay(PAGAT, [engine.DrawForDeal(tuple(range(52))), engine.Deal(tuple(range(52)))])
    told = [codec.event_to_json(event) for event in events]
    assert told == [
        {"e": "drew_for_deal", "cards": {"A": "AC", "B": "2C"}, "dealer": "A"},
        {"e": "dealt", "deal": 1, "dealer": "A", "upcard": "8D"},
    ]
    assert engine.hand_text(state.hands[B]) == "AC 3C 5C 7C 9C JC KC 2D 4D 6D"


def test_a_view_has_these_keys_and_fits_the_wire():
    keys = [
        *("rules", "phase", "turn", "dealer", "seat", "deal", "hand", "counts", "stock", "pile", "top", "pile_cards"),
        *(
            "upcard",
            "limit",
            "taken",
            "faced",
            "spread",
            "laid",
            "factor",
            "double_right",
            "score",
            "result",
            "over",
            "actions",
            "aids",
        ),
    ]
    for _, _, state, _ in steps(PAGAT, 3, deals=1):
        for seat in (A, B, None):
            data = codec.view_to_json(engine.view(PAGAT, state, seat))
            assert list(data) == keys
            assert len(json.dumps(data)) < 4096


def test_a_view_of_a_turn():
    state = position(PAGAT, A="AS AD AC 3S 4S 5S JH JD 10C 5C", B="4H 5H", pile="QC QH", stock="JC", stock_size=20)
    state, _ = engine.apply(PAGAT, state, engine.DrawStock(A))
    mine, theirs = (codec.view_to_json(engine.view(PAGAT, state, seat)) for seat in (A, B))
    assert mine["taken"] == {"card": "JC", "from": "stock"}
    assert theirs["taken"] == {"card": None, "from": "stock"}
    assert (mine["turn"], mine["phase"], mine["counts"], mine["top"]) == ("A", "discard", {"A": 11, "B": 2}, "QH")
    assert mine["aids"]["after"]["TC"] == 5
    assert mine["aids"]["knock"] == ["5C", "TC"]
    assert {"do": "knock", "card": "TC"} in mine["actions"]
    assert theirs["actions"] == []
    assert theirs["hand"] == ["4H", "5H"]
    assert (theirs["aids"]["after"], theirs["aids"]["knock"]) == ({}, [])
    assert codec.view_to_json(engine.view(PAGAT, state, A), with_aids=False)["aids"] is None


def test_aids_leave_out_the_card_just_taken_from_the_pile():
    state = position(PAGAT, A="AS AD AC 3S 4S 5S JH JD 10C 5C", B="4H 5H", pile="QC QH", stock_size=20)
    state, _ = engine.apply(PAGAT, state, engine.DrawDiscard(A))
    helped = engine.aids(engine.view(PAGAT, state, A))
    assert card("QH") not in dict(helped.after)
    assert len(helped.after) == 10


def test_the_pile_is_open_only_where_it_is_agreed():
    state = position(PAGAT, A="AS", B="4H", pile="QC QH", stock_size=20)
    opened = engine.rule_set("gin-pagat", discard_view="open")
    assert codec.view_to_json(engine.view(PAGAT, state, A))["pile_cards"] is None
    assert codec.view_to_json(engine.view(opened, state, None))["pile_cards"] == ["QC", "QH"]


def test_a_snapshot_of_another_format_is_refused():
    data = codec.state_to_json(dealt(PAGAT))
    with pytest.raises(ValueError, match="format"):
        codec.state_from_json(PAGAT, {**data, "format": 99})


def test_seats_are_letters():
    assert [codec.seat_to_json(seat) for seat in (0, 1, None)] == ["A", "B", None]
    assert codec.seat_from_json("B") == 1
    for text in ("", "AB", "a", "?"):
        with pytest.raises(ValueError, match="substring not found"):
            codec.seat_from_json(text)


def test_a_snapshot_belongs_to_whoever_asked_for_it():
    """Changing one snapshot leaves the next one as the state is."""
    *_, (_, _, state, _) = steps(PAGAT, 3, deals=2)
    kept = json.dumps(codec.state_to_json(state))
    for deal in codec.state_to_json(state)["deals"]:
        deal["points"] = 999
        deal["penalties"][0] = 999
    assert json.dumps(codec.state_to_json(state)) == kept
