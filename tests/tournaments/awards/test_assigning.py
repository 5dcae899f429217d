"""Who gets which prize: equals share, everybody keeps only the better one, and no more is given than there is."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.awards import Category, Prize, assign

ANA, BO, CY, DORA, EMIL = range(5)
ALL = frozenset(range(5))


def money(*cents: int) -> tuple[Prize, ...]:
    return tuple(Prize(cents=one) for one in cents)


def told(awards) -> list[tuple]:
    return [(one.category, one.entry, one.cents, *one.words) for one in awards]


def test_places_are_paid_in_their_order():
    awards = assign([[ANA], [BO], [CY]], [Category("all", money(5000, 3000), ALL)], is_one_each=True)
    assert told(awards) == [("all", ANA, 5000), ("all", BO, 3000)]


def test_equals_share_the_money_of_their_places():
    """Three have equal points for the places 2 to 4, of which two are paid: 30 + 20 for three. The odd cents go to the
    first."""
    awards = assign([[ANA], [BO, CY, DORA]], [Category("all", money(5000, 3000, 2000), ALL)], is_one_each=True)
    assert told(awards)[1:] == [("all", BO, 1667), ("all", CY, 1667), ("all", DORA, 1666)]
    assert {(one.first, one.last) for one in awards[1:]} == {(2, 4)}


def test_places_that_nobody_has_are_not_paid():
    """Both semifinals were forfeited by both sides: the four share what the third and the fourth place are worth."""
    groups = [[ANA, BO, CY, DORA], [EMIL]]
    paid = Category("all", money(5000, 3000, 2000, 1000, 500), ALL)
    women = Category("women", money(900, 300), frozenset({ANA, EMIL}))
    awards = assign(groups, [paid, women], is_one_each=False, empty=2)
    assert told(awards)[:5] == [*(("all", n, 750) for n in (ANA, BO, CY, DORA)), ("all", EMIL, 500)]
    assert {(one.first, one.last) for one in awards[:4]} == {(3, 4)}
    assert told(awards)[5:] == [("women", ANA, 900), ("women", EMIL, 300)]


def test_a_cup_goes_by_the_tie_breaks():
    prizes = (Prize(cents=4000, words="Cup"), Prize(cents=2000, words="Book"))
    awards = assign([[BO, ANA, CY]], [Category("all", prizes, ALL)], is_one_each=True)
    assert told(awards) == [("all", BO, 2000, "Cup"), ("all", ANA, 2000, "Book"), ("all", CY, 2000)]


def test_who_wins_twice_keeps_the_better_one_and_the_next_moves_up():
    """Ana is second of all (30) and the best newcomer (40): she takes 40, and Bo is second of all."""
    newcomers = Category("newcomers", money(4000), frozenset({ANA, CY}))
    awards = assign([[DORA], [ANA], [BO], [CY]], [Category("all", money(5000, 3000), ALL), newcomers], is_one_each=True)
    assert told(awards) == [("all", DORA, 5000), ("all", BO, 3000), ("newcomers", ANA, 4000)]
    twice = assign([[DORA], [ANA], [BO]], [Category("all", money(5000, 3000), ALL), newcomers], is_one_each=False)
    assert told(twice) == [("all", DORA, 5000), ("all", ANA, 3000), ("newcomers", ANA, 4000)]


def test_of_equal_worth_the_first_category_counts():
    second = Category("town", money(5000), ALL)
    awards = assign([[ANA], [BO]], [Category("all", money(5000), ALL), second], is_one_each=True)
    assert told(awards) == [("all", ANA, 5000), ("town", BO, 5000)]


@st.composite
def evenings(draw):
    """Standings of up to twelve, and up to four categories whose prizes get smaller."""
    entries = draw(st.permutations(range(draw(st.integers(0, 12)))))
    groups, rest = [], list(entries)
    while rest:
        size = draw(st.integers(1, len(rest)))
        groups.append(rest[:size])
        rest = rest[size:]
    categories = []
    for n in range(draw(st.integers(0, 4))):
        cents = sorted(draw(st.lists(st.integers(0, 9999), max_size=6)), reverse=True)
        prizes = tuple(Prize(one, draw(st.sampled_from(["", "Cup"])) if one else "Book") for one in cents)
        eligible = frozenset(draw(st.sets(st.sampled_from(entries)))) if entries else frozenset()
        categories.append(Category(f"c{n}", prizes, eligible))
    return groups, categories


@given(evenings(), st.booleans())
def test_never_more_is_paid_than_there_is(evening, is_one_each):
    groups, categories = evening
    awards = assign(groups, categories, is_one_each=is_one_each)
    for category in categories:
        mine = [one for one in awards if one.category == category.key]
        assert sum(one.cents for one in mine) <= sum(prize.cents for prize in category.prizes)
        assert sum(len(one.words) for one in mine) <= sum(bool(prize.words) for prize in category.prizes)
        assert {one.entry for one in mine} <= category.eligible
        assert len({one.entry for one in mine}) == len(mine)


@given(evenings())
def test_nobody_has_two_where_one_is_the_rule(evening):
    groups, categories = evening
    awards = assign(groups, categories, is_one_each=True)
    assert len({one.entry for one in awards}) == len(awards)


@given(evenings())
def test_who_would_win_something_wins_something(evening):
    """The rule of one each moves people up, and takes nobody's only prize."""
    groups, categories = evening
    freely = {one.entry for one in assign(groups, categories, is_one_each=False)}
    assert freely <= {one.entry for one in assign(groups, categories, is_one_each=True)}


@given(evenings())
def test_equals_get_the_same_to_a_cent_and_nobody_less_than_who_is_behind(evening):
    groups, categories = evening
    for category in categories:
        awards = assign(groups, [category], is_one_each=False)
        at = {entry: n for n, group in enumerate(groups) for entry in group}
        for one in awards:
            for other in awards:
                if at[one.entry] == at[other.entry]:
                    assert abs(one.cents - other.cents) <= 1
                elif at[one.entry] < at[other.entry]:
                    assert one.cents >= other.cents
