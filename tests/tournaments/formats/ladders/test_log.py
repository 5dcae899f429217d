"""The log of a ladder: facts stand whatever the rules say, and the same facts give the same ladder."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.ladders import rules as ladder
from tournaments.formats.ladders.log import (
    Accepted,
    Came,
    Challenged,
    Dropped,
    Ended,
    Ladder,
    Left,
    Placed,
    Went,
    fold,
    happened,
)

ANN, BOB, CEM, DORA, EVE = range(1, 6)
FIVE = tuple(Came(n, 0) for n in range(1, 6))


def order(*events) -> tuple[int, ...]:
    return fold((*FIVE, *events)).order


def test_another_result_replays_what_followed():
    def story(first_winner):
        return order(
            Challenged(DORA, BOB, 1), Accepted(DORA, BOB, 1), Ended(DORA, BOB, 2, first_winner, is_played=True),
            Challenged(EVE, CEM, 3), Accepted(EVE, CEM, 3), Ended(EVE, CEM, 4, EVE, is_played=True),
        )  # fmt: skip

    assert story(DORA) == (ANN, DORA, BOB, EVE, CEM)
    assert story(BOB) == (ANN, BOB, EVE, CEM, DORA)


def test_a_challenge_stands_even_where_it_would_not_be_allowed_any_more():
    assert order(Challenged(EVE, ANN, 1), Ended(EVE, ANN, 2, EVE, is_played=True)) == (EVE, ANN, BOB, CEM, DORA)
    assert order(Challenged(ANN, EVE, 1), Ended(ANN, EVE, 2, ANN, is_played=True)) == (ANN, BOB, CEM, DORA, EVE)


def test_an_annulled_challenge_moves_nobody_and_they_may_meet_at_once():
    after = fold((*FIVE, Challenged(DORA, BOB, 1), Ended(DORA, BOB, 2, DORA, is_void=True)))
    assert (after.order, after.met, after.challenges) == ((ANN, BOB, CEM, DORA, EVE), {}, ())


def test_who_is_away_keeps_the_place_and_cannot_be_challenged():
    after = fold((*FIVE, Went(BOB, 1)))
    assert after.order == (ANN, BOB, CEM, DORA, EVE)
    found = ladder.objection(after, ladder.Rules(), DORA, BOB, 1)
    assert (found.code, found.entry) == ("away", BOB)
    assert ladder.objection(happened(after, Came(BOB, 2)), ladder.Rules(), DORA, BOB, 2) is None


def test_who_left_comes_back_at_the_bottom_and_moves_nobody_meanwhile():
    assert order(Left(BOB, 1), Ended(DORA, BOB, 2, DORA, is_played=True)) == (ANN, CEM, DORA, EVE)
    assert order(Left(BOB, 1), Came(BOB, 2)) == (ANN, CEM, DORA, EVE, BOB)


def test_the_director_places_and_idleness_drops():
    assert order(Placed(EVE, 1, 2)) == (ANN, EVE, BOB, CEM, DORA)
    assert order(Placed(ANN, 1, 5)) == (BOB, CEM, DORA, EVE, ANN)
    assert order(Dropped(ANN, 1, 2)) == (BOB, CEM, ANN, DORA, EVE)
    assert order(Dropped(ANN, 1, 0)) == (BOB, CEM, DORA, EVE, ANN)


def test_a_challenge_taken_back_moves_nobody():
    asked = ladder.challenge(fold(FIVE), ladder.Rules(cooldown=5), DORA, BOB, 1)
    after = ladder.take_back(asked, DORA, 2)
    assert (after.order, after.challenges) == ((ANN, BOB, CEM, DORA, EVE), ())
    assert ladder.objection(after, ladder.Rules(cooldown=5), DORA, BOB, 6).until == 7


def test_time_does_not_run_out_for_a_match_that_has_begun():
    rules = ladder.Rules(play_within=3)
    begun = ladder.Challenge(DORA, BOB, 1, 2, has_begun=True)
    held = Ladder((ANN, BOB, CEM, DORA, EVE), (begun,))
    assert ladder.passed(held, rules, 99) == ()
    assert ladder.next_moment(held, rules) is None


ENTRIES = st.integers(1, 6)
FACTS = st.one_of(
    st.builds(Came, ENTRIES, st.just(1)),
    st.builds(Went, ENTRIES, st.just(1)),
    st.builds(Left, ENTRIES, st.just(1)),
    st.builds(Dropped, ENTRIES, st.just(1), st.integers(0, 3)),
    st.builds(Placed, ENTRIES, st.just(1), st.integers(1, 6)),
    st.tuples(ENTRIES, ENTRIES).filter(lambda two: two[0] != two[1]).map(lambda two: Challenged(*two, 1)),
    st.tuples(ENTRIES, ENTRIES, st.integers(0, 2))
    .filter(lambda three: three[0] != three[1])
    .map(lambda three: Ended(three[0], three[1], 1, (None, three[0], three[1])[three[2]], is_played=True)),
)


@given(events=st.lists(FACTS, max_size=40))
def test_whatever_the_facts_everybody_who_came_and_did_not_leave_has_one_place(events):
    here = set()
    for event in events:
        if isinstance(event, Came):
            here.add(event.entry)
        if isinstance(event, Left):
            here.discard(event.entry)
    after = fold(events)
    assert sorted(after.order) == sorted(here)
    assert set(after.idle_since) == here


@given(idle=st.integers(1, 9), answer=st.integers(1, 9), now=st.integers(0, 60), drop=st.integers(0, 2))
def test_what_time_has_done_are_the_facts_that_keep_time_folds(idle, answer, now, drop):
    rules = ladder.Rules(answer_within=answer, idle_after=idle, drop=drop)
    asked = ladder.challenge(fold(FIVE), rules, DORA, BOB, 0)
    assert fold(ladder.passed(asked, rules, now), asked) == ladder.keep_time(asked, rules, now)
