"""An official who plays: at the own match the word of an official is a player's, at every door."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from audit.models import AuditEntry
from clubs.models import Membership
from notices.models import Notice as Told
from tests.markup import tight
from tests.tournaments.results.test_own_word_by_other_ways import sides
from tournaments import errors
from tournaments.corrections.services import corrections, margins
from tournaments.event.selectors import codes
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Match, MatchState
from tournaments.results.services import recording, slips
from tournaments.rounds.services import running
from tournaments.stages.services import conditions

pytestmark = pytest.mark.django_db


def state(match) -> str:
    return Match.objects.paired().get(pk=match.pk).state


def close(
    rnd,
    organiser,
    arbiter,
    clock,
):
    for match in rnd.matches.paired():
        recording.record_result(match=match, points=(100, 60), by=arbiter, now=clock(), version=match.version)
    return running.close_round(rnd=rnd, now=clock.later(seconds=30))


def test_the_own_result_waits_for_the_other_side(night, own, organiser, clock):
    rnd = night()
    match = own(rnd)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    assert state(match) == MatchState.REPORTED
    with pytest.raises(errors.Refusal, match="another side confirms it"):
        recording.confirm_result(match=match, by=organiser, now=clock())
    recording.confirm_result(match=match, by=sides(match, organiser)[2], now=clock())
    assert state(match) == MatchState.OVER
    with pytest.raises(errors.Refusal, match="This result stands"):
        recording.record_result(match=match, points=(100, 0), by=organiser, now=clock())


def test_other_matches_are_entered_finally_as_ever(night, organiser, clock):
    rnd = night()
    other = rnd.matches.paired().exclude(sides__seat__entry__members__user=organiser).get()
    recording.record_result(match=other, points=(100, 60), by=organiser, now=clock())
    assert state(other) == MatchState.OVER


def test_the_own_slip_is_not_confirmed_with_the_own_account(night, own, organiser, clock):
    match = own(night())
    slips.report(match=match, order=sides(match, organiser)[0], points=(100, 60), now=clock())
    with pytest.raises(errors.Refusal, match="another side confirms it"):
        recording.confirm_result(match=match, by=organiser, now=clock())


def test_another_official_enters_it_finally(
    night,
    own,
    organiser,
    arbiter,
    clock,
):
    match = own(night())
    seen = recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    recording.record_result(match=match, points=(60, 100), by=arbiter, now=clock(), version=seen.version)
    assert state(match) == MatchState.OVER


def shown(match) -> dict[str, int]:
    """What the form of a page that was just loaded says of the result that it shows."""
    return {"version": Match.objects.get(pk=match.pk).version}


@pytest.mark.parametrize("by_slip", [True, False])
def test_where_only_the_desk_confirms_the_other_side_stands_in_for_it(night, own, organiser, client, clock, by_slip):
    match = own(night(confirmation="desk"))
    _mine, other, opponent = sides(match, organiser)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    if by_slip:
        slips.agree(match=match, order=other, now=clock())
    else:
        client.force_login(opponent)
        client.post(reverse("tournaments:match-confirm", args=[match.public_id]), shown(match))
    assert state(match) == MatchState.OVER


def test_where_nobody_confirms_it_stands_but_is_not_entered_twice(night, own, organiser, clock):
    match = own(night(confirmation="none"))
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    assert state(match) == MatchState.OVER
    with pytest.raises(errors.Refusal, match="This result stands"):
        recording.record_result(match=match, points=(100, 0), by=organiser, now=clock())


def test_a_correction_of_the_own_match_is_another_officials(
    night,
    own,
    organiser,
    arbiter,
    clock,
):
    rnd = night()
    close(rnd, organiser, arbiter, clock)
    match = own(rnd)
    seen = corrections.preview_correction(match=match, points=(60, 100))
    wish = {"match": match, "digest": seen.digest, "reason": "misread", "points": (60, 100), "now": clock()}
    with pytest.raises(errors.Refusal, match="another official"):
        corrections.apply_correction(by=organiser, **wish)
    corrections.apply_correction(by=arbiter, **wish)


def test_the_own_margin_is_not_corrected(
    night,
    organiser,
    arbiter,
    clock,
):
    rnd = night()
    close(rnd, organiser, arbiter, clock)
    entry = rnd.stage.tournament.entries.get(members__user=organiser)
    wish = {"entry": entry, "points": 50, "reason": "counted again", "now": clock()}
    with pytest.raises(errors.Refusal, match="another official"):
        margins.correct_margin(by=organiser, **wish)
    margins.correct_margin(by=arbiter, **wish)


def outcome(client, rnd, match, door: str) -> None:
    """A forfeit of the other side, or a result, by the door of this name."""
    first = match.table_no
    grid = reverse("tournaments:results", args=[rnd.stage.tournament.slug, rnd.number])
    as_json = {"content_type": "application/json"}
    calls = {
        "page": lambda: client.post(
            reverse("tournaments:match-result", args=[match.public_id]),
            {"outcome": "forfeit-0", "version": match.version},
        ),
        "typed line": lambda: client.post(grid, {"line": f"{first} +-"}),
        "row": lambda: client.post(grid, {"match": match.public_id, "outcome": "forfeit-0", "version": match.version}),
        "button": lambda: client.post(grid, {"match": match.public_id, "won": "0", "version": str(match.version)}),
        "API": lambda: client.post(
            f"/api/v1/matches/{match.public_id}/result/",
            json.dumps({"points": [0, 0], "kind": "forfeit", "winner": 0}),
            **as_json,
        ),
        "confirm": lambda: client.post(
            f"/api/v1/matches/{match.public_id}/confirm/", json.dumps(shown(match)), **as_json
        ),
        "row's confirm": lambda: client.post(grid, {"match": match.public_id, "confirm": "1"} | shown(match)),
    }
    calls[door]()


@pytest.mark.parametrize("door", ["page", "typed line", "row", "button", "API"])
def test_no_door_makes_the_own_word_final(
    client,
    night,
    own,
    organiser,
    clock,
    door,
):
    rnd = night()
    match = own(rnd)
    client.force_login(organiser)
    outcome(client, rnd, match, door)
    assert state(match) == MatchState.REPORTED
    for confirming in ("confirm", "row's confirm"):
        outcome(client, rnd, Match.objects.paired().get(pk=match.pk), confirming)
        assert state(match) == MatchState.REPORTED


def test_a_list_of_results_reports_the_own_match(night, own, organiser, clock):
    rnd = night()
    match = own(rnd)
    result_lists.import_results(
        rnd=rnd, text="table,result\n1,100-60\n2,100-60\n", dry_run=False, by=organiser, now=clock()
    )
    assert state(match) == MatchState.REPORTED
    assert rnd.matches.paired().filter(state=MatchState.OVER).count() == 1


def test_the_other_side_of_the_own_match_agrees_by_its_slip(client, night, own, organiser, clock):
    """A lone organiser who plays in a small club: the opponent has no account, and confirms with the slip."""
    match = own(night())
    _mine, other, _opponent = sides(match, organiser)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    slips.agree(match=match, order=other, now=clock())
    assert state(match) == MatchState.OVER


SLIP_DOORS = ("agree by code", "the same by code", "the same by API and account", "sheet's word")


def by_the_others_slip(client, match, organiser, door: str, clock) -> None:
    """The organiser has entered the own match, and answers for the other side with its slip, as an official has it."""
    mine, other, _opponent = sides(match, organiser)
    api = f"/api/v1/rounds/{match.round.public_id}/slips/"
    by_side = {one["side"]: one["code"] for one in client.get(api).json() if one["match"] == match.public_id}
    page = reverse("tournaments:slip", args=[by_side[other]])
    anybody = Client()
    if door == "agree by code":
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        anybody.post(reverse("tournaments:slip-agree", args=[by_side[other]]), {"version": match.version + 1})
    elif door == "the same by code":
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
        anybody.post(page, {"first": 100, "second": 60, "version": match.version + 1, "key": "k"})
    elif door == "the same by API and account":
        anybody.post(page, {"first": 100, "second": 60, "version": match.version, "key": "k"})
        client.post(
            f"/api/v1/matches/{match.public_id}/confirm/", shown(match),
            content_type="application/json",
        )  # fmt: skip
    else:
        for order in (mine, other):
            slips.report(match=match, order=order, points=(100, 60), now=clock())


@pytest.mark.parametrize("door", SLIP_DOORS)
def test_nor_that_of_an_administrator_who_has_no_role_in_the_club(
    client,
    night,
    own,
    organiser,
    arbiter,
    clock,
    door,
):
    match = own(night())
    Membership.objects.filter(user=organiser).delete()
    User.objects.filter(pk=organiser.pk).update(is_superuser=True, is_staff=True)
    client.force_login(User.objects.get(pk=organiser.pk))
    by_the_others_slip(client, match, organiser, door, clock)
    assert state(match) == MatchState.REPORTED


@pytest.mark.parametrize("door", SLIP_DOORS)
def test_the_others_slip_does_not_make_the_own_word_final_where_there_is_another_official(
    client, night, own, organiser, arbiter, clock, door
):
    match = own(night())
    client.force_login(organiser)
    by_the_others_slip(client, match, organiser, door, clock)
    assert state(match) == MatchState.REPORTED
    client.post(reverse("tournaments:match-confirm", args=[match.public_id]), shown(match))
    assert state(match) == MatchState.REPORTED
    page = client.get(reverse("tournaments:match", args=[match.public_id])).content.decode()
    assert "confirm the result" not in page
    client.force_login(arbiter)
    client.post(reverse("tournaments:match-confirm", args=[match.public_id]), shown(match))
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, False)


@pytest.mark.parametrize("door", SLIP_DOORS)
def test_in_a_club_with_one_official_it_stands_and_says_whose_word_it_is(
    client,
    night,
    own,
    organiser,
    clock,
    door,
):
    match = own(night())
    opponent = sides(match, organiser)[2]
    opponent.set_password("correct horse 9")
    opponent.save()
    client.force_login(organiser)
    by_the_others_slip(client, match, organiser, door, clock)
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, True)
    pages = (
        reverse("tournaments:match", args=[match.public_id]),
        reverse("tournaments:round", args=[match.round.stage.tournament.slug, match.round.number]),
    )
    for page, said in zip(pages, ("nobody else has confirmed this result", "not confirmed"), strict=True):
        assert said in Client().get(page).content.decode()
    assert Client().get(f"/api/v1/matches/{match.public_id}/").json()["is_unwitnessed"]
    assert Told.objects.filter(text="result_unwitnessed", user=opponent).exists()
    confirmed = AuditEntry.objects.get(action="match.confirm").after
    by = "account" if door == "the same by API and account" else "slip"
    assert (confirmed["confirmed_by"], confirmed["is_unwitnessed"]) == (by, True)


def test_the_word_of_the_other_side_with_an_account_is_enough(
    night,
    own,
    organiser,
    arbiter,
    clock,
):
    match = own(night())
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    recording.confirm_result(match=match, by=sides(match, organiser)[2], now=clock())
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, False)


def test_entered_again_by_another_official_it_rests_on_nobodys_own_word(night, own, organiser, request, clock):
    match = own(night())
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    slips.agree(match=match, order=sides(match, organiser)[1], now=clock())
    arbiter = request.getfixturevalue("arbiter")
    now_seen = Match.objects.paired().get(pk=match.pk)
    recording.record_result(match=now_seen, points=(100, 60), version=now_seen.version, by=arbiter, now=clock())
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, False)


def test_two_officials_against_each_other_confirm_each_other(
    night,
    own,
    organiser,
    arbiter,
    clock,
):
    rnd = night()
    match = own(rnd)
    other = match.sides.exclude(seat__entry__members__user=organiser).get()
    other.entry.members.update(user=arbiter)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    slips.report(match=match, order=other.order, points=(100, 60), now=clock())
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, True), "its slip may be anybody's"
    recording.take_back(match=recording.lock(match), by=organiser, now=clock())
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    recording.confirm_result(match=match, by=arbiter, now=clock())
    match.refresh_from_db()
    assert (match.state, match.is_unwitnessed) == (MatchState.OVER, False)


def test_a_table_of_three_and_more_of_an_official_waits_for_another_one(
    client, make_pods, next_round, organiser, request, clock
):
    pod = next_round(make_pods(9)).matches.paired().get(table_no=1)
    pod.sides.get(order=0).entry.members.update(user=organiser)
    recording.record_result(match=pod, points=[85, 220, 40], by=organiser, now=clock())
    agree = reverse("tournaments:slip-agree", args=[pod_codes(pod)[1]])
    arbiter = request.getfixturevalue("arbiter")
    Client().post(agree, shown(pod))
    pod.refresh_from_db()
    assert pod.state == MatchState.REPORTED
    with pytest.raises(errors.Refusal, match="another side confirms it"):
        recording.confirm_result(match=pod, by=organiser, now=clock())
    Membership.objects.filter(user=arbiter).delete()
    Client().post(agree, shown(pod))
    pod.refresh_from_db()
    assert (pod.state, pod.is_unwitnessed) == (MatchState.OVER, True)
    assert (
        "nobody else has confirmed" in Client().get(reverse("tournaments:match", args=[pod.public_id])).content.decode()
    )
    assert AuditEntry.objects.get(action="match.confirm").after["confirmed_by"] == "slip"


def pod_codes(pod) -> list[str]:
    return [codes.slip_code(pod, seat.order) for seat in pod.sides.order_by("order")]


def test_a_board_of_an_officials_team_waits_for_another_official(
    two_teams,
    organiser,
    arbiter,
    clock,
):
    """The captain of the own team reports, and the official of that team cannot confirm it."""
    rnd = two_teams(organiser_is="Ana")
    running.start_round(rnd=rnd, now=clock())
    for mate, board in zip(("Ana", "Abe"), Match.objects.of_boards().order_by("number"), strict=True):
        by = organiser if mate == "Ana" else User.objects.get(name="Abe")
        recording.record_result(match=board, points=(100, 60), is_final=False, by=by, now=clock())
        with pytest.raises(errors.Refusal, match="another side confirms it"):
            recording.confirm_result(match=board, by=organiser, now=clock())
        recording.confirm_result(match=board, by=arbiter, now=clock())
        board.refresh_from_db()
        assert board.state == MatchState.OVER


def test_the_pages_offer_no_own_decision(
    client,
    night,
    own,
    organiser,
    arbiter,
    clock,
):
    rnd = night()
    match = own(rnd)
    page = reverse("tournaments:match", args=[match.public_id])
    client.force_login(organiser)
    slips.report(match=match, order=sides(match, organiser)[0], points=(100, 60), now=clock())
    assert "confirm the result" not in tight(client.get(page).content.decode())
    grid = client.get(reverse("tournaments:results", args=[rnd.stage.tournament.slug, 1])).content.decode()
    assert 'name="confirm"' not in grid
    close(rnd, organiser, arbiter, clock)
    grid = reverse("tournaments:results", args=[rnd.stage.tournament.slug, 1])
    for closed in (page, grid):
        assert reverse("tournaments:correct", args=[match.public_id]) not in client.get(closed).content.decode()


def test_the_results_page_names_the_ways_out(client, night, own, organiser, clock):
    """Sole organiser, own match: nothing asks for the same table again, and what is typed again is answered."""
    rnd = night()
    match = own(rnd)
    for other in rnd.matches.paired().exclude(pk=match.pk):
        recording.record_result(match=other, points=(100, 60), by=organiser, now=clock())
    slug = rnd.stage.tournament.slug
    grid = reverse("tournaments:results", args=[slug, 1])
    client.force_login(organiser)
    for _again in range(2):
        seen = tight(client.post(grid, {"line": f"{match.table_no} 100-60"}, follow=True).content.decode())
        assert f"Table {match.table_no} is your own: your result is noted" in seen
    assert "1 table to be confirmed" in seen
    assert "table missing" not in seen
    assert 'name="table" inputmode="numeric" autocomplete="off" maxlength="8" value=""' in seen
    for way in (reverse("tournaments:print", args=[slug]), "/members/", reverse("tournaments:setup", args=[slug])):
        assert way in seen.split("Your own table waits for somebody else.")[1]
    tonight = tight(client.get(reverse("tournaments:tonight", args=[slug])).content.decode())
    assert "Confirm it" not in tonight
    assert f"{grid}?table={match.table_no}" in tonight
    assert "Who can confirm it" in tonight


def test_one_report_is_enough_from_the_moment_the_settings_say_so(client, night, own, organiser, clock):
    rnd = night()
    match = own(rnd)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    conditions.change_conditions(
        tournament=rnd.stage.tournament, settings={"confirmation": "none"}, by=organiser, now=clock()
    )
    client.force_login(organiser)
    tonight = client.get(reverse("tournaments:tonight", args=[rnd.stage.tournament.slug])).content.decode()
    assert "Confirm it" in tonight
    recording.confirm_result(match=Match.objects.paired().get(pk=match.pk), by=organiser, now=clock())
    assert state(match) == MatchState.OVER


def test_who_holds_the_standing_report_is_not_who_agrees(night, organiser, clock):
    """One side reports, the other differs, the first changes its report: it still cannot agree with itself."""
    rnd = night()
    match = rnd.matches.paired().exclude(sides__seat__entry__members__user=organiser).get()
    slips.report(match=match, order=0, points=(100, 60), now=clock())
    slips.report(match=match, order=1, points=(60, 100), now=clock.later(seconds=1))
    slips.report(match=match, order=0, points=(100, 10), now=clock.later(seconds=1))
    with pytest.raises(errors.Refusal, match="Your side has reported"):
        slips.agree(match=match, order=0, now=clock())
    slips.agree(match=match, order=1, now=clock())
    assert state(match) == MatchState.OVER


def test_each_official_may_correct_other_tables_than_their_own_whoever_looked_first(
    client, night, own, organiser, arbiter, clock
):
    rnd = night()
    for match in rnd.matches.paired().exclude(state=MatchState.OVER):
        recording.record_result(match=match, points=(100, 60), by=arbiter, now=clock())
    running.close_round(rnd=rnd, now=clock())
    mine, address = own(rnd), reverse("tournaments:results", args=[rnd.stage.tournament.slug, 1])
    to_correct = reverse("tournaments:correct", args=[mine.public_id])
    for by, may in ((organiser, False), (arbiter, True), (organiser, False)):
        client.force_login(by)
        assert (to_correct in client.get(address).content.decode()) == may
