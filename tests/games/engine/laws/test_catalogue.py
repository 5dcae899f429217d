"""The catalogue of irregularities is correct: exactly the irregularities that it lists for a place can be reported
there."""

import pytest

from games import engine
from games.engine.laws import catalogue
from games.engine.laws.catalogue import CATALOGUE, DIRECTOR, GAMES, PLACES, PLAYER, SHEET, call, called_at
from games.engine.moves.kinds import name_of
from games.engine.writing.codec.actions import KINDS
from tests.games.engine.gin_table import KEYS, position
from tests.games.engine.law_table import law_steps, play, refused, spoken

OF_EACH = {
    "gin": "gin-pagat",
    "boards": "cutthroat",
    "teams": "partnership",
    "royal": "battle-royal",
    "colonel": "colonel-fosdick",
    "conquian": "conquian",
}


def test_every_number_has_a_call_or_a_reason_in_every_game_and_place():
    assert list(CATALOGUE) == [f"IRR-{n}" for n in (*range(1, 36), *range(40, 45))]
    for irr, games in CATALOGUE.items():
        assert tuple(games) == GAMES
        for game, calls in games.items():
            assert tuple(calls) == PLACES
            for place, one in calls.items():
                assert bool(one.by) != bool(one.why), (irr, game, place)
                assert not one.why or one.why[0].isupper(), (irr, game, place)


@pytest.mark.parametrize("key", KEYS)
def test_a_law_of_a_kernel_has_its_place_and_a_place_its_law(key):
    """Whatever the laws of a rule set answer is called somewhere; a record is taken only of a law that there is."""
    rules = engine.rule_set(key, laws="table_laws")
    called = {irr for place in PLACES for irr in called_at(rules, place)}
    known = {irr for irr in rules.kernel.laws if irr != "IRR-34" or catalogue.game_of(rules) == "teams"}
    assert {irr for irr in called_at(rules, DIRECTOR) if "dir_record" in call(rules, irr, DIRECTOR).by} <= known
    assert called <= known | {"IRR-2", "IRR-9"}, called - known


@pytest.mark.parametrize("game", GAMES)
def test_the_commands_of_the_catalogue_are_commands_of_the_rules(game):
    rules = engine.rule_set(OF_EACH[game], laws="table_laws")
    known = {name_of(kind) for kind in (rules.inner or rules).known}
    for irr in CATALOGUE:
        for place in (PLAYER, DIRECTOR):
            assert set(call(rules, irr, place).by) <= known, (irr, place)
        assert set(call(rules, irr, SHEET).by) <= {"irr", *engine.DealEntry.__dataclass_fields__}


def test_strict_play_has_nothing_to_answer_of_what_it_refuses():
    strict = engine.rule_set("gin-pagat")
    assert call(strict, "IRR-21", DIRECTOR).why == catalogue.why.KEPT_FROM_THE_START
    assert "IRR-30" in called_at(strict, PLAYER)
    assert called_at(strict, SHEET) == called_at(engine.rule_set("gin-pagat", laws="table_laws"), SHEET)


def test_foster_may_be_switched_off():
    rules = engine.rule_set("conquian", cnq_laws="none")
    assert call(rules, "IRR-41", SHEET).why == catalogue.why.WITHOUT_FOSTER
    assert "IRR-44" in called_at(rules, DIRECTOR)


def test_a_law_that_there_is_not():
    assert call(engine.rule_set("gin-pagat"), "IRR-99", PLAYER).why == catalogue.why.NO_SUCH_LAW


def ruled(events):
    return {event.irr for event in events if isinstance(event, engine.Ruled)}


def accepted(rules, state, action):
    try:
        return engine.apply(rules, state, action)[1]
    except engine.Impossible:
        return None


def brought_up(rules, state, irr, seats):
    """Is there an entry of the director by this law that the table takes now?"""
    by = call(rules, irr, DIRECTOR).by
    boards = range(max(1, len(state.boards)))
    tried = []
    if "dir_record" in by:
        tried += [engine.DirRecord(irr=irr, offender=seat) for seat in seats]
        tried += [engine.DirRecord(irr=irr, board=board) for board in boards]
    if "dir_waive" in by:
        tried += [engine.DirWaive(irr, board=board) for board in boards]
    if "dir_void" in by:
        tried += [engine.DirVoid(board=board) for board in boards]
    if "dir_choice" in by:
        tried += [
            engine.DirChoice(seat, choice)
            for seat in seats
            for choice in engine.view(rules, state, seat).choices
            if any(effect.kind == "choice" and effect.irr in (irr, "IRR-21") for effect in state.rest.effects)
        ]
    if "dir_redeal" in by:
        tried += [engine.DirRedeal(seat) for seat in seats]
    if "dir_adjust" in by:
        tried += [engine.DirAdjust(seat, 1, irr=irr) for seat in seats]
    return any(accepted(rules, state, action) is not None for action in tried)


KEPT = "AS AD AC 3S 4S 5S JH JD JC 5C"  # five in all
LOOSE = "AS AD AC 3S 4S 5S JH JD 9D 8D"  # far over ten
OTHER = "4H 5H 6H 6S 7S 8S 9S TS KC KD"
THIRD = "2C 3C 4C 6D 7D TD TH QS QC KH"
OBJECTED = ("A draw_stock", "A knock 2H", "B object")
BANNED = ("A peek_stock 1", "A draw_stock", "A knock QH")
SHOWN = ("A draw_stock", "A knock 2H", "B show_hand")
LAID = ("A draw_stock", "A knock 2H", "B lay_off 6S")
# What players do that brings a law up in gin, and the law by which it is answered at last; "" where the deed is all.
DEEDS = {
    "IRR-13": (KEPT, ("A draw_stock", "B draw_stock"), "IRR-13"),
    "IRR-14": (KEPT, ("A pass_upcard", "X draw_stock"), "IRR-14"),
    "IRR-15": (KEPT, ("A draw_stock", "B draw_discard"), "IRR-15"),
    "IRR-16": (KEPT, ("A peek_stock 1",), "IRR-16"),
    "IRR-17": (KEPT, ("B peek_stock 1",), "IRR-17"),
    "IRR-18": (KEPT, ("A peek_stock 1", "A draw_stock", "A discard QH", "B draw_exposed 2H"), ""),
    "IRR-19": (KEPT, (*BANNED, "B object"), "IRR-25"),
    "IRR-21": (LOOSE, OBJECTED, "IRR-21"),
    "IRR-22": (LOOSE, (*OBJECTED, "B accept_knock"), ""),
    "IRR-23": (LOOSE, (*SHOWN, "B object"), "IRR-23"),
    "IRR-24": (LOOSE, (*LAID, "B object"), "E_TOO_LATE"),
    "IRR-25": (KEPT, (*BANNED, "A admit"), "IRR-25"),
    "IRR-26": (LOOSE, ("A draw_stock", "A gin 2H", "B object"), "IRR-21"),
    "IRR-27": (KEPT, ("A draw_stock", "A knock JH", "B object"), "IRR-21"),
    "IRR-28": (KEPT, ("A look_discards",), "IRR-28"),
    "IRR-29": (KEPT, ("A look_discards",), ""),
    "IRR-30": (KEPT, ("A show_card AS",), ""),
    "IRR-32": (KEPT, ("A draw_discard", "A discard 7H", "B object"), "IRR-32"),
}
# What a director enters in its place, after the deeds before it.
ENTRIES = {
    "IRR-13": ("A draw_stock", "DIR record IRR-13 B"),
    "IRR-14": ("A pass_upcard", "DIR record IRR-14 X"),
    "IRR-15": ("A draw_stock", "DIR record IRR-15 B"),
    "IRR-16": ("DIR record IRR-16 A",),
    "IRR-17": ("DIR record IRR-17 B",),
    "IRR-18": ("A peek_stock 1", "DIR waive IRR-18"),
    "IRR-19": (*BANNED, "DIR record IRR-19 A"),
    "IRR-21": (*OBJECTED[:2], "DIR record IRR-21 A"),
    "IRR-22": (*OBJECTED, "DIR choice B accept_knock"),
    "IRR-23": (*SHOWN, "DIR record IRR-23 A"),
    "IRR-24": (*LAID, "DIR record IRR-24 A"),
    "IRR-25": (*BANNED, "DIR record IRR-25 A"),
    "IRR-26": ("A draw_stock", "A gin 2H", "DIR record IRR-26 A"),
    "IRR-27": ("A draw_stock", "A knock JH", "DIR record IRR-27 A"),
    "IRR-28": ("DIR record IRR-28 A",),
    "IRR-32": ("A draw_discard", "A discard 7H", "DIR record IRR-32 A"),
}
OF_GIN = ("gin", "boards", "teams", "royal")


def seated(game, irr, kept):
    """A deal under way in one of the games of gin, A in turn; and who is X, the next but one of three or the opponent
    of two."""
    options = {"discard_view": "open"} if irr == "IRR-29" else {}
    rules = engine.board_rules(engine.rule_set(OF_EACH[game], laws="table_laws", **options))
    hands = {"A": kept, "B": OTHER, "C": THIRD}
    more = {"phase": "upcard", "pile": "7H", "dealer": 1} if irr == "IRR-14" else {"pile": "9C 7H"}
    if game == "royal":
        more |= {"dealer": 2} if irr == "IRR-14" else {}
        return rules, position(rules, **hands, **more, stock="2H QH 5D 3D 4D", stock_size=18, turn=0), "C"
    del hands["C"]
    return rules, position(rules, **hands, **more, stock="2H QH 5D 3D 4D", stock_size=28, turn=0), "A"


@pytest.mark.parametrize("irr", DEEDS)
@pytest.mark.parametrize("game", OF_GIN)
def test_a_player_of_gin_brings_up_each_law_that_the_catalogue_names(game, irr):
    kept, deeds, answer = DEEDS[irr]
    rules, state, beyond = seated(game, irr, kept)
    *before, last = [deed.replace("X", beyond) for deed in deeds]
    state = play(rules, state, *before)
    if answer.startswith("E_"):
        assert refused(rules, state, last) == answer
        return
    _, events = engine.apply(rules, state, spoken(last))
    assert ruled(events) == ({answer} if answer else set())


@pytest.mark.parametrize("irr", ENTRIES)
@pytest.mark.parametrize("game", OF_GIN)
def test_a_director_of_gin_brings_up_each_law_that_the_catalogue_names(game, irr):
    rules, state, beyond = seated(game, irr, DEEDS[irr][0])
    *before, last = [step.replace("X", beyond) for step in ENTRIES[irr]]
    assert accepted(rules, play(rules, state, *before), spoken(last)) is not None


@pytest.mark.parametrize("game", OF_GIN)
def test_these_are_all_the_laws_of_the_catalogue(game):
    strict, erring = (engine.rule_set(OF_EACH[game], laws=laws) for laws in ("strict", "table_laws"))
    assert called_at(erring, PLAYER) == tuple(DEEDS)
    assert set(called_at(erring, DIRECTOR)) - set(called_at(strict, DIRECTOR)) == set(ENTRIES)


@pytest.mark.parametrize("game", GAMES)
def test_a_director_of_strict_play_can_bring_up_what_the_catalogue_says(game):
    """In some moment of a sitting; in Colonel and Conquian where players err, too."""
    for laws in ("strict", "table_laws") if game in ("colonel", "conquian") else ("strict",):
        rules = engine.rule_set(OF_EACH[game], laws=laws)
        wanted = set(called_at(rules, DIRECTOR))
        for state, _ in moments(rules):
            wanted -= {irr for irr in sorted(wanted) if brought_up(rules, state, irr, range(len(state.hands)))}
            if not wanted:
                break
        assert not wanted, laws


@pytest.mark.parametrize("game", ["colonel", "conquian"])
def test_a_player_of_colonel_and_conquian_brings_up_what_the_catalogue_says(game):
    """Under table laws: each law is ruled after something that a player did, or its command lies ready."""
    rules = engine.rule_set(OF_EACH[game], laws="table_laws")
    wanted = set(called_at(rules, PLAYER))
    for state, events in moments(rules):
        wanted -= ruled(events)
        tried = {name_of(type(one)) for seat in range(2) for one in engine.open_actions(rules, state, seat)}
        wanted -= {irr for irr in ("IRR-18", "IRR-29", "IRR-30") if set(call(rules, irr, PLAYER).by) & tried}
        if not wanted:
            break
    assert not wanted


def moments(rules):
    """States of random sittings in which players err, each with what has just happened."""
    for seed in range(60):
        yield engine.start(rules), ()
        for _, _, state, events in law_steps(rules, seed, deals=2, director=0):
            yield state, events


def test_the_names_of_commands_are_those_of_the_wire():
    said = {
        name
        for games in CATALOGUE.values()
        for calls in games.values()
        for place in (PLAYER, DIRECTOR)
        for name in calls[place].by
    }
    assert said <= set(KINDS)
