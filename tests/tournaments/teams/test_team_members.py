"""Members of a team change after it was entered: a reserve joins, somebody leaves; nothing played changes."""

import pytest

from audit.models import AuditEntry
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import Match
from tournaments.rounds.services import drafts, editing
from tournaments.stages.services import progression as stages
from tournaments.teams.services import line_ups, members
from tournaments.teams.services.line_ups import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_tournament, organiser, clock):
    """Four teams of two with a reserve allowed, called Player 01 to 04, round 1 running."""
    options = {"boards": 2, "reserves": 1}
    made = make_tournament(players=4, template="team_swiss", rounds=3, options=options)
    stages.begin(tournament=made, now=clock(), by=organiser)
    return made


def publish(tournament, organiser, clock):
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    return editing.publish_round(rnd=rnd, now=clock(), by=organiser)


def names(entry) -> list[str]:
    return [member.user.name for member in entry.members.all()]


def change(entry, organiser, clock, **what):
    return members.change_members(entry=entry, now=clock(), by=organiser, **{"reason": "Ill", **what})


def test_a_reserve_joins_at_the_end_of_the_list_and_only_once(tournament, organiser, clock):
    entry = tournament.entries.get(name="Player 01")
    first = names(entry)
    change(entry, organiser, clock, comes=Person(name="Rita Reserve"))
    assert names(entry) == [*first, "Rita Reserve"]
    rita = entry.members.last().user
    with pytest.raises(errors.Invalid) as caught:
        change(entry, organiser, clock, comes=Person(user=rita))
    assert caught.value.field == "members", "a team has three at most"
    with pytest.raises(errors.Invalid) as caught:
        change(tournament.entries.get(name="Player 02"), organiser, clock, comes=Person(user=rita))
    assert (caught.value.field, str(caught.value)) == ("comes", "Rita Reserve is already entered.")
    entry_ = AuditEntry.objects.get(action="entry.members")
    assert (entry_.reason, len(entry_.before["members"]), len(entry_.after["members"])) == ("Ill", 2, 3)
    assert tournament.club.memberships.filter(user=rita).exists()


def test_who_comes_in_for_the_captain_has_the_place_and_the_captaincy(tournament, organiser, clock):
    entry = tournament.entries.get(name="Player 01")
    captain, second = entry.members.all()
    line_ups.set_line_up(entry=entry, members=[captain, second], now=clock())
    change(entry, organiser, clock, leaves=captain, comes=Person(name="Rita"))
    assert names(entry) == ["Rita", second.user.name]
    assert [member.is_captain for member in entry.members.all()] == [True, False]
    rnd = publish(tournament, organiser, clock)
    boards = Match.objects.of_boards().filter(round=rnd, parent__sides__seat__entry=entry).order_by("number")
    top = boards[0]
    assert "Rita" in (top.people[0][0].user.name, top.people[1][0].user.name), (
        "the line-up that named the other one is gone"
    )


def test_who_leaves_alone_passes_the_captaincy_on_and_a_team_stays_large_enough(tournament, organiser, clock):
    entry = tournament.entries.get(name="Player 01")
    captain, second = entry.members.all()
    with pytest.raises(errors.Invalid) as caught:
        change(entry, organiser, clock, leaves=captain)
    assert caught.value.field == "members"
    change(entry, organiser, clock, comes=Person(name="Rita"))
    change(entry, organiser, clock, leaves=captain)
    assert [(m.user.name, m.is_captain) for m in entry.members.all()] == [(second.user.name, True), ("Rita", False)]
    with pytest.raises(errors.Invalid) as caught:
        change(entry, organiser, clock, leaves=captain)
    assert caught.value.field == "leaves", "the second click finds nobody to take out"


def test_who_sits_at_a_board_stays_and_a_reserve_who_does_not_may_go(tournament, organiser, clock):
    entry = tournament.entries.get(name="Player 01")
    change(entry, organiser, clock, comes=Person(name="Rita"))
    publish(tournament, organiser, clock)
    first, _second, rita = entry.members.all()
    for what in ({"leaves": first}, {"leaves": first, "comes": Person(name="Otto")}):
        with pytest.raises(errors.Refusal) as caught:
            change(entry, organiser, clock, **what)
        assert caught.value.code == "has_played"
    change(entry, organiser, clock, leaves=rita, comes=Person(name="Otto"))
    assert names(entry)[-1] == "Otto"


def test_a_change_needs_a_reason_and_a_tournament_of_teams_that_is_not_over(
    tournament, make_tournament, organiser, clock
):
    entry = tournament.entries.get(name="Player 01")
    with pytest.raises(errors.NeedsReason):
        change(entry, organiser, clock, comes=Person(name="Rita"), reason=" ")
    with pytest.raises(errors.Invalid):
        change(entry, organiser, clock)
    with pytest.raises(errors.Invalid) as caught:
        change(entry, organiser, clock, comes=Person(name="Rita"), leaves=tournament.entries.last().members.first())
    assert caught.value.field == "leaves"
    stages.finish(tournament=tournament, now=clock(), by=organiser)
    with pytest.raises(errors.Refusal) as caught:
        change(entry, organiser, clock, comes=Person(name="Rita"))
    assert caught.value.code == "finished"
    alone = make_tournament(players=2)
    with pytest.raises(errors.Refusal) as caught:
        change(alone.entries.first(), organiser, clock, comes=Person(name="Rita"))
    assert caught.value.code == "no_teams"


def test_partners_at_one_table_are_changed_until_they_are_paired(make_tournament, organiser, clock):
    tournament = make_tournament(players=4, template="duplicate_swiss", rounds=2, options={"scoring": "teams"})
    entry = tournament.entries.first()
    change(entry, organiser, clock, leaves=entry.members.last(), comes=Person(name="Rita"))
    assert "Rita" in names(entry)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    publish(tournament, organiser, clock)
    with pytest.raises(errors.Refusal) as caught:
        change(entry, organiser, clock, leaves=entry.members.last(), comes=Person(name="Otto"))
    assert caught.value.code == "has_played"


@pytest.mark.parametrize(("named", "leads"), [({}, "Ann"), ({"captain": 1}, "Bob")])
def test_the_first_of_the_list_leads_unless_another_is_named(make_tournament, organiser, clock, named, leads):
    tournament = make_tournament(players=0, template="team_swiss", rounds=3, options={"boards": 2})
    people = [Person(name="Ann"), Person(name="Bob")]
    team = line_ups.enter_team(tournament=tournament, name="Reds", members=people, by=organiser, now=clock(), **named)
    assert [member.user.name for member in team.members.filter(is_captain=True)] == [leads]
