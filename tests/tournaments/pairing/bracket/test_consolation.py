"""Consolation and last chance: who enters where, late sign-up, their own lengths."""

import pytest

from tournaments.pairing.bracket import BadBracket, Contest, Feed, Origin, Part, Settings, State, build, standings


def fed_by(bracket, part):
    """The matches of other parts whose losers come into this one."""
    return {
        source.of
        for match in bracket.matches
        if match.part is part
        for source in match.sources
        if source.of and bracket.match(source.of).part is not part
    }


def rounds_of(main, *numbers):
    return {match.key for match in main.matches if match.part is Part.MAIN and match.round in numbers}


def test_the_losers_of_rounds_one_to_two_come_into_the_consolation():
    bracket = build(16, Settings(consolation=Feed(rounds=2)))
    assert fed_by(bracket, Part.CONSOLATION) == rounds_of(bracket, 1, 2)
    assert [bracket.match(f"C2-{k}").sources[0].of for k in (1, 2, 3, 4)] == ["W2-2", "W2-1", "W2-4", "W2-3"]
    assert str(bracket.match("C4-1").label) == "Consolation final"


def test_the_last_chance_takes_who_lost_there_and_later_above():
    bracket = build(16, Settings(consolation=Feed(rounds=2), last_chance=Feed(rounds=0)))
    consolation = {match.key for match in bracket.matches if match.part is Part.CONSOLATION}
    assert fed_by(bracket, Part.LAST_CHANCE) == rounds_of(bracket, 3) | consolation


def test_a_third_place_match_keeps_its_losers_from_the_last_chance():
    settings = Settings(third_place=True, consolation=Feed(rounds=1), last_chance=Feed(rounds=1))
    bracket = build(16, settings)
    assert fed_by(bracket, Part.LAST_CHANCE) == rounds_of(bracket, 2) | {f"C1-{k}" for k in (1, 2, 3, 4)}


def test_losers_who_play_for_places_do_not_come_into_the_consolation():
    third = build(8, Settings(third_place=True, consolation=Feed(rounds=3)))
    assert fed_by(third, Part.CONSOLATION) == rounds_of(third, 1)
    all_places = build(8, Settings(placement=5, consolation=Feed(rounds=1), last_chance=Feed()))
    assert {match.part for match in all_places.matches} == {Part.MAIN, Part.PLACES}


def test_rounds_that_a_small_field_does_not_have_are_passed_over():
    small = build(4, Settings(consolation=Feed(rounds=5), last_chance=Feed(rounds=9)))
    assert fed_by(small, Part.CONSOLATION) == rounds_of(small, 1, 2)
    assert fed_by(small, Part.LAST_CHANCE) == {"C1-1", "C2-1"}


def test_a_night_with_consolation(cup):
    night = cup(8, consolation=Feed(rounds=2))
    for winner, loser in ((1, 8), (5, 4), (2, 7), (3, 6), (8, 4), (6, 7), (1, 5), (2, 3)):
        night.beats(winner, loser)
    assert [night.match(key).sides for key in ("C2-1", "C2-2")] == [(3, 8), (5, 6)]
    for winner, loser in ((8, 3), (6, 5), (6, 8), (1, 2)):
        night.beats(winner, loser)
    assert night.now.is_over
    assert night.order(Contest.MAIN)[:4] == [1, 2, 3, 5]
    assert [(line.place, line.entry) for line in standings(night.now, Contest.CONSOLATION)] == [
        (1, 6),
        (2, 8),
        (3, 3),
        (3, 5),
        (5, 4),
        (5, 7),
    ]


def test_lengths_are_shorter_downstream():
    lengths = {
        Part.MAIN: ("best_of 5",),
        Part.CONSOLATION: ("best_of 3", "best_of 3", "game"),
        Part.LAST_CHANCE: ("deals 5",),
    }
    bracket = build(16, Settings(consolation=Feed(rounds=1), last_chance=Feed(rounds=1), lengths=lengths))
    assert [bracket.match(key).length for key in ("W1-1", "C1-1", "C3-1", "LC1-1")] == [
        "best_of 5",
        "best_of 3",
        "game",
        "deals 5",
    ]


def test_late_entries_take_the_empty_lines_first():
    six = build(6, Settings(consolation=Feed(late_lines=2, late=(20, 21))))
    assert [match.sides for match in six.matches if match.key in ("C1-1", "C1-2")] == [(20, None), (21, None)]


def test_while_sign_up_is_open_its_lines_wait_and_then_they_are_byes(cup):
    wait = cup(6, consolation=Feed(late_lines=2, late=(20,), is_sign_up_open=True))
    wait.beats(4, 5)
    wait.beats(3, 6)
    assert [wait.match(key).state for key in ("C1-1", "C1-2")] == [State.READY, State.WAITING]
    closed = cup(6, consolation=Feed(late_lines=2, late=(20,)))
    closed.results = wait.results
    assert [closed.match(key).state for key in ("C1-1", "C1-2")] == [State.READY, State.VOID]
    assert closed.match("C2-1").sides == (None, 6)


def test_in_a_full_field_late_entries_meet_the_first_losers_before_the_others_do(cup):
    full = cup(8, consolation=Feed(late_lines=2, late=(20, 21)))
    full.favourites_win()
    late = [match.key for match in full.over if {20, 21} & set(match.sides)]
    assert late == ["C1-1", "C1-2"]
    assert full.match("C1-3").state is State.VOID
    assert {line.entry for line in standings(full.now, Contest.CONSOLATION)} == {4, 5, 6, 7, 8, 20, 21} - {4}


def test_late_entries_do_not_move_the_matches_of_the_others():
    below = Feed(rounds=0, late_lines=3, is_sign_up_open=True)
    before = build(11, Settings(consolation=Feed(late_lines=9, late=(20,), is_sign_up_open=True), last_chance=below))
    after = build(11, Settings(consolation=Feed(late_lines=9, late=(20, 21, 22)), last_chance=below))
    assert [match.key for match in before.matches] == [match.key for match in after.matches]
    moved = [
        source
        for old, new in zip(before.matches, after.matches, strict=True)
        for source, other in zip(old.sources, new.sources, strict=True)
        if source != other
    ]
    assert {source.origin for source in moved} == {Origin.OPEN}


FEEDS = [
    {"consolation": (1,)},
    {"consolation": (2, 3)},
    {"consolation": (1, 2), "last_chance": (0,)},
    {"consolation": (2,), "last_chance": (1, 3)},
    {"consolation": (1, 1), "last_chance": (0, 1), "third_place": True},
    {"consolation": (1, 1), "last_chance": (0,), "is_double": True},
    {"consolation": (3,), "is_double": True},
    {"consolation": (9,), "last_chance": (0,), "is_double": True},
    {"consolation": (1, 14), "last_chance": (0, 9)},
]


def feeds(n, parts):
    """Settings from (rounds, late lines), with as many late entries as there are lines but one."""
    found, number = dict(parts), n
    for name in ("consolation", "last_chance"):
        if name in parts:
            rounds, lines = (*parts[name], 0)[:2]
            late = tuple(range(number + 1, number + max(lines, 1)))
            number += len(late)
            found[name] = Feed(rounds=rounds, late_lines=lines, late=late)
    return found


@pytest.mark.parametrize("parts", FEEDS)
def test_every_loser_is_counted_once_and_it_always_ends(cup, field, parts):
    played = cup(field, **feeds(field, parts))
    played.chance_decides(field, forfeits=field % 3 * 0.15)
    assert played.now.is_over
    uses = [(source.origin, source.of) for match in played.now.matches for source in match.sources if source.of]
    assert len(uses) == len(set(uses))
    for contest in Contest:
        lines = standings(played.now, contest)
        seen = {side for match in played.now.matches if match.contest is contest for side in match.sides if side}
        assert sorted(line.entry for line in lines) == sorted(seen)
        empty = lines[0].place - 1 if lines else 0
        assert all(line.place <= line.last for line in lines)
        assert empty or all(lines[line.place - 1].place == line.place for line in lines)


def test_one_match_less_than_those_who_come_into_the_consolation(cup, field):
    played = cup(field, consolation=Feed(rounds=1))
    played.chance_decides(field)
    losers = sum(match.part is Part.MAIN and match.round == 1 for match in played.over)
    assert sum(match.part is Part.CONSOLATION for match in played.over) == max(losers - 1, 0) * (field > 2)


def test_who_lost_in_the_main_bracket_is_out_of_it(cup, field):
    played = cup(field, consolation=Feed(rounds=1), last_chance=Feed(rounds=0))
    played.chance_decides(field)
    assert max(played.losses.values()) <= 3
    champion = played.now.champion
    assert played.losses[champion] == 0


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"consolation": Feed(rounds=0)}, "consolation.rounds"),
        ({"consolation": Feed(late_lines=-1)}, "consolation.late_lines"),
        ({"consolation": Feed(late_lines=1, late=(9, 10))}, "consolation.late"),
        ({"consolation": Feed(late_lines=1, late=(8,))}, "consolation.late"),
        ({"consolation": Feed(late_lines=2, late=(9, 9))}, "consolation.late"),
        ({"last_chance": Feed()}, "last_chance"),
        ({"consolation": Feed(), "last_chance": Feed(rounds=-1)}, "last_chance.rounds"),
        ({"consolation": Feed(late_lines=1, late=(9,)), "placement": 5}, "consolation.late"),
    ],
)
def test_feeds_that_cannot_be_are_refused_by_name(settings, name):
    with pytest.raises(BadBracket) as refused:
        build(8, Settings(**settings))
    assert refused.value.field == name
