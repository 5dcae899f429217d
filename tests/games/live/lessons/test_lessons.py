"""Lessons: a learner who follows one completes its deal; one who strays still gets advice; everybody has the same
cards."""

from random import Random

import pytest

from games import engine
from games.engine import apply, start, to_act, view, view_event
from games.live.lessons import lessons
from games.live.lessons.advice import WORDS, advice, chosen, learner_advice
from games.players import make_player

LEARNER = 0
EVERY = sorted(lessons.LESSONS)
MOST = 60  # turns of a learner; the lessons take fewer than 15


def played(lesson, *, seed, strays=0.0):
    """A learner at the table of a lesson, who leaves the path with this chance: the last view, and what was told."""
    rules, chance = lesson.rule_set, Random(seed)
    house, state = make_player(lessons.LEVEL, seed), start(lesson.rule_set, 2)
    action, told = engine.Deal(lessons.deck(lesson), dealer=lessons.HOUSE), []
    while True:
        state, events = apply(rules, state, action)
        for event in events:
            house.see(view_event(rules, event, lessons.HOUSE))
        seats = to_act(rules, state)
        if not seats or len(told) == MOST:
            return view(rules, state, LEARNER), told
        seen = view(rules, state, seats[0])
        if seats[0] == lessons.HOUSE:
            action = house.choose(seen)
            continue
        told.append(lessons.told(lesson, seen))
        assert told[-1]["now"] is not None, "no advice on the learner's turn"
        action = chance.choice(seen.actions) if chance.random() < strays else chosen(seen)


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("seed", range(8))
def test_who_follows_a_lesson_wins_its_deal_however_the_house_plays(key, seed):
    last, told = played(lessons.LESSONS[key], seed=seed)
    assert last.result.winner == LEARNER
    assert 5 <= len(told) < 15
    assert lessons.told(lessons.LESSONS[key], last)["end"].startswith("You win the deal")


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("seed", range(5))
def test_who_strays_is_advised_at_every_turn(key, seed):
    _last, told = played(lessons.LESSONS[key], seed=seed, strays=0.5)
    assert all(one["now"]["says"] for one in told)


@pytest.mark.parametrize("key", EVERY)
def test_a_lesson_says_three_to_seven_sentences_each_short(key):
    _last, told = played(lessons.LESSONS[key], seed=1)
    said = {step["key"]: step["says"] for one in told for step in one["steps"]}
    assert 3 <= len(said) <= 7
    for words in [*said.values(), *(one["now"]["says"] for one in told)]:
        assert len(words) <= 120


def test_the_lesson_of_gin_teaches_meld_deadwood_and_knock_and_ends_by_a_knock():
    last, told = played(lessons.LESSONS["gin"], seed=3)
    keys = [step["key"] for one in told for step in one["steps"]]
    assert {"meld", "deadwood", "turn", "knock"} <= set(keys)
    assert {one["now"]["verb"] for one in told} >= {"u", "s", "d", "k"}
    assert last.result.type == "knock"


def test_a_hand_has_the_meaning_of_the_words_in_the_lesson_of_gin():
    rules, lesson = lessons.LESSONS["gin"].rule_set, lessons.LESSONS["gin"]
    state, _ = apply(rules, start(rules, 2), engine.Deal(lessons.deck(lesson), dealer=lessons.HOUSE))
    seen = view(rules, state, LEARNER)
    said = {one["key"]: one["says"] for one in lessons.told(lesson, seen)["steps"]}
    assert f"yours count {engine.deadwood(seen.hand)}." in said["deadwood"]
    assert learner_advice(seen, chosen(seen)).says == lessons.told(lesson, seen)["now"]["says"]


@pytest.mark.parametrize("seed", range(40))
def test_there_are_words_for_whatever_the_house_may_do_in_any_game_of_two(seed):
    for key in ("gin-pagat", "oklahoma", "colonel-fosdick", "conquian", "doubling"):
        if key not in engine.VARIANTS:
            continue
        rules = engine.rule_set(key)
        players = [make_player("strong", seed), make_player("club", seed + 1)]
        state = start(rules, 2)
        cards = Random(seed).sample(rules.pack.cards, len(rules.pack.cards))
        action = engine.Deal(tuple(cards), dealer=seed % 2)
        for _turn in range(30):
            state, _events = apply(rules, state, action)
            seats = to_act(rules, state)
            if not seats:
                break
            seen = view(rules, state, seats[0])
            action = players[seats[0]].choose(seen)
            assert type(action) in WORDS
            assert advice(seen, action).says


def test_the_rules_of_a_game_lead_to_its_lesson():
    found = {
        key: lessons.lesson_for(key) for key in ("gin-pagat", "oklahoma", "hollywood", "colonel-fosdick", "conquian")
    }
    assert [one.key for one in found.values()] == ["gin", "oklahoma", "hollywood", "colonel", "conquian"]
    assert lessons.lesson_for("cutthroat") is None
    assert lessons.lesson_for("no such rules") is None
