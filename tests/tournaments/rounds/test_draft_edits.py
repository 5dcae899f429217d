"""A draft changed by hand: checked at once, on record with before and after, kept when it is paired again."""

from functools import partial
from itertools import combinations

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tests.markup import tight
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import ByeRequest, Match, PairRule, RoundSeat
from tournaments.results.services import recording
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts, editing, pairing_requests, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import reasons

pytestmark = pytest.mark.django_db
THREE = {"variant": "cutthroat", "template": "pod_swiss", "rounds": 2}  # with more the engine looks ahead, past points
KINDS = pytest.mark.parametrize("kind", [{}, THREE], ids=["two", "three"])


@pytest.fixture
def second_round(make_tournament, play_round, clock):
    """Nine players after one round, round 2 is a draft. Where two met, 1 to 4 won and 9 had the bye; at tables of three
    (`kind`) the points are 5, 3 and 1."""

    def make(players: int = 9, **kind):
        tournament = make_tournament(players=players, **{"rounds": 4, **kind})
        stages.begin(tournament=tournament, now=clock())
        play_round(tournament)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
        return rnd, {entry.tpn: entry for entry in tournament.entries.all()}

    return make


def pairs(rnd) -> list[tuple[int, int]]:
    return [tuple(side.entry.tpn for side in match.sides.all()) for match in rnd.matches.order_by("table_no")]


def sitting(rnd, number: int) -> list:
    """The entries at a table, by its place in the order of the tables; -1 is the last."""
    return list(rnd.matches.order_by("table_no"))[number].entries


def byes(rnd) -> dict[int, str]:
    return {bye.seat.entry.tpn: bye.kind for bye in finding.round_byes(rnd)}


@KINDS
def test_two_change_places_with_the_costs_the_difference_and_the_reason_on_record(second_round, organiser, clock, kind):
    rnd, _entries = second_round(**kind)
    before = pairs(rnd)
    kept = {match.pk for match in rnd.matches.all()}
    one, other = (sitting(rnd, table)[0] for table in (0, -1))
    preview = editing.preview_edit(rnd=rnd, swap=(one, other))
    assert any("have different points" in text for text in preview.warnings)
    assert len(preview.change.gone) == len(preview.change.new) == 2
    assert pairs(rnd) == before, "looking changes nothing"
    change = {"rnd": rnd, "version": 1, "swap": (one, other), "by": organiser, "now": clock()}
    with pytest.raises(errors.NeedsReason) as caught:
        editing.edit_draft(**change)
    assert caught.value.warnings == preview.warnings
    editing.edit_draft(**change, reason="A lesson agreed on")
    assert (one in sitting(rnd, -1), other in sitting(rnd, 0)) == (True, True)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.actor) == ("round.edit", "A lesson agreed on", organiser)
    assert [len(side["boards"]) for side in (entry.before, entry.after)] == [2, 2]
    assert entry.after["warnings"] == list(preview.warnings)
    assert len(kept & {match.pk for match in rnd.matches.all()}) == len(before) - 2, "those who stay keep their match"
    assert RoundSeat.objects.filter(round=rnd).count() == 9
    warnings, differs = rounds.draft_check(rounds.desk_of(rnd))
    assert set(preview.warnings) <= set(warnings)
    assert differs == preview.from_engine


@KINDS
def test_those_who_have_met_are_warned_of(second_round, organiser, clock, kind):
    rnd, _entries = second_round(**kind)
    one, other, *_rest = rnd.stage.rounds.get(number=1).matches.get(table_no=1).entries
    here = next(match.entries for match in rnd.matches.all() if one in match.entries)
    swap = (other, next(entry for entry in here if entry != one))
    with pytest.raises(errors.NeedsReason) as caught:
        editing.edit_draft(rnd=rnd, version=1, swap=swap, by=organiser, now=clock())
    assert {f"{a} and {b} have met already, in round 1." for a, b in ((one, other), (other, one))} & {
        *caught.value.warnings
    }


def test_what_the_engine_answered_in_the_old_shape_is_still_read(second_round):
    """Before, tables of three and more stood in a list apart."""
    rnd, _entries = second_round(**THREE)
    run = rnd.runs.get()
    run.output = {**run.output, "boards": [], "pods": run.output["boards"]}
    run.save(update_fields=["output"])
    _warnings, differs = rounds.draft_check(rounds.desk_of(rnd))
    assert not differs
    assert [{one.name for one in why.names} for why in reasons.whys(rnd)] == [
        {entry.name for entry in sitting(rnd, table)} for table in range(3)
    ]


def test_two_are_made_to_meet_with_the_warnings_the_difference_and_the_reason_on_record(second_round, organiser, clock):
    rnd, entries = second_round()
    before = pairs(rnd)
    kept = {match.table_no: match.public_id for match in rnd.matches.all()}
    preview = editing.preview_edit(rnd=rnd, fix=(entries[1], entries[8]))
    assert any(text == "Player 01 and Player 08 have different points: 1 and 0." for text in preview.warnings)
    assert len(preview.change.gone) == len(preview.change.new) == 2
    assert pairs(rnd) == before, "looking changes nothing"
    with pytest.raises(errors.NeedsReason):
        editing.edit_draft(rnd=rnd, version=1, fix=(entries[1], entries[8]), by=organiser, now=clock())
    editing.edit_draft(
        rnd=rnd, version=1, fix=(entries[1], entries[8]), by=organiser, now=clock(), reason="A lesson agreed on"
    )
    assert (1, 8) in pairs(rnd)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.actor) == ("round.edit", "A lesson agreed on", organiser)
    assert [sum(map(len, side.values())) for side in (entry.before, {**entry.after, "warnings": []})] == [2, 2]
    assert entry.after["warnings"] == list(preview.warnings)
    now = {match.table_no: match.public_id for match in rnd.matches.all()}
    assert sum(now[table] == kept[table] for table in now) == 3, "pairs that stay keep their match"
    warnings, differs = rounds.draft_check(rounds.desk_of(rnd))
    assert set(preview.warnings) <= set(warnings)
    assert differs == preview.from_engine


def test_a_bye_given_by_hand_stays_when_the_round_is_paired_anew(second_round, organiser, clock):
    rnd, entries = second_round()
    holder = next(number for number, kind in byes(rnd).items() if kind == "pab")
    editing.edit_draft(rnd=rnd, version=1, bye=(entries[1], "half"), by=organiser, now=clock(), reason="Late train")
    assert byes(rnd) == {1: "half"}
    assert holder in {number for pair in pairs(rnd) for number in pair}, "who was alone meets who was left"
    rnd = pairing_requests.pair_again(rnd=rnd, version=2, now=clock(), by=organiser)
    assert byes(rnd) == {1: "half"}
    assert editing.draft_warnings(rnd) == []
    editing.edit_draft(rnd=rnd, version=1, fix=(entries[1], entries[2]), by=organiser, now=clock(), reason="He came")
    assert not ByeRequest.objects.exists()


def test_a_full_bye_is_warned_of(second_round, organiser, clock):
    rnd, entries = second_round(8)
    with pytest.raises(errors.NeedsReason) as caught:
        editing.edit_draft(rnd=rnd, version=1, bye=(entries[3], "full"), by=organiser, now=clock())
    assert "Player 03 would have the points of a win without playing." in caught.value.warnings
    assert byes(rnd) == {}


def test_the_second_bye_a_rematch_and_a_forbidden_pair_are_warned_of(second_round, organiser, clock):
    rnd, entries = second_round()
    rule = PairRule.objects.create(tournament=rnd.stage.tournament, kind="hard")
    rule.entries.set([entries[1], entries[2]])
    assert "Player 09 would have a second bye." in editing.preview_edit(rnd=rnd, bye=(entries[9], "pab")).warnings
    again = editing.preview_edit(rnd=rnd, fix=(entries[1], entries[5])).warnings
    assert "Player 01 and Player 05 have met already, in round 1." in again
    assert (
        "Player 01 and Player 02 must not meet." in editing.preview_edit(rnd=rnd, fix=(entries[1], entries[2])).warnings
    )


@KINDS
def test_a_table_is_set_without_a_reason_and_who_is_there_moves(second_round, organiser, clock, kind):
    rnd, _entries = second_round(**kind)
    before = pairs(rnd)
    last = sitting(rnd, -1)[0]
    editing.edit_draft(rnd=rnd, version=1, table=(last, 1), by=organiser, now=clock())
    assert pairs(rnd) == [before[-1], *before[1:-1], before[0]]
    for number, said in ((0, "table number"), (10_000, "table number")):
        with pytest.raises(errors.Invalid, match=said):
            editing.edit_draft(rnd=rnd, version=2, table=(last, number), by=organiser, now=clock())


def test_an_edit_that_makes_no_sense_changes_nothing(second_round, organiser, clock):
    rnd, entries = second_round()
    first, second = pairs(rnd)[0]
    before = (pairs(rnd), byes(rnd), RoundSeat.objects.count(), Match.objects.count())
    for edit, code in (
        ({"swap": (entries[first], entries[second])}, "same_pair"),
        ({"fix": (entries[first], entries[second])}, "same_pair"),
        ({"swap": (entries[1], entries[1])}, "same_entry"),
        ({"bye": (entries[1], "nice")}, "no_kind"),
        ({}, "invalid"),
        ({"swap": (entries[1], entries[2]), "table": (entries[1], 2)}, "invalid"),
    ):
        with pytest.raises(errors.Refusal) as caught:
            editing.edit_draft(rnd=rnd, version=1, by=organiser, now=clock(), reason="x", **edit)
        assert caught.value.code == code
    rnd.refresh_from_db()
    assert (rnd.version, before) == (1, (pairs(rnd), byes(rnd), RoundSeat.objects.count(), Match.objects.count()))


def test_a_player_moves_to_a_table_with_room_only(make_pods, organiser, clock):
    rnd = drafts.pair_round(stage=finding.main_stage(make_pods(7, variant="chouette")), now=clock())
    three, four = sorted((match.entries for match in rnd.matches.all()), key=len)
    no = {one: rnd.matches.get(sides__seat__entry=one).table_no for one in (three[0], four[0])}
    change = partial(editing.edit_draft, rnd=rnd, by=organiser, now=clock(), reason="They asked")
    with pytest.raises(errors.Refusal, match="takes at most 4") as full:
        change(version=1, move=(three[0], no[four[0]]))
    assert full.value.code == "full"
    change(version=1, move=(four[0], no[three[0]]))
    assert rnd.matches.get(table_no=no[three[0]]).entries == [*three, four[0]]
    with pytest.raises(errors.Refusal, match="at least 3") as small:
        change(version=2, bye=(four[1], "pab"))
    assert small.value.code == "too_small"


@pytest.mark.parametrize(
    ("kind", "edit", "says"),
    [({}, "move", "takes at most 2"), (THREE, "fix", "swap two players")],
    ids=["two", "three"],
)
def test_what_such_tables_do_not_have_is_refused_with_the_way_out(second_round, kind, edit, says):
    rnd, _entries = second_round(**kind)
    one, other = (sitting(rnd, table)[0] for table in (0, 1))
    with pytest.raises(errors.Refusal, match=says):
        editing.preview_edit(rnd=rnd, **{edit: (one, other if edit == "fix" else 2)})


def test_pairing_before_all_results_are_in_needs_a_reason_and_counts_open_matches_as_ties(
    make_tournament, organiser, clock
):
    tournament = make_tournament(players=6, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    rnd = drafts.pair_round(stage=stage, now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    for table in (1, 2):
        recording.record_result(match=rnd.matches.get(table_no=table), points=(100, 60), by=organiser, now=clock())
    with pytest.raises(errors.OpenResults) as caught:
        drafts.pair_round(stage=stage, now=clock(), open_reason="  ")
    assert caught.value.tables == (3,)
    draft = drafts.pair_round(stage=stage, now=clock(), by=organiser, open_reason="The last table sleeps on it")
    assert AuditEntry.objects.filter(action="round.pair", reason="The last table sleeps on it").exists()
    still = {side.entry.tpn for side in rnd.matches.get(table_no=3).sides.all()}
    assert all(set(pair) != still for pair in pairs(draft)), "an open match is a meeting"
    assert editing.draft_warnings(draft) == []
    recording.record_result(match=rnd.matches.get(table_no=3), points=(60, 100), by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock())
    draft.refresh_from_db()
    assert draft.state == "draft", "the draft stays until somebody publishes it or pairs again"
    again = pairing_requests.pair_again(rnd=draft, version=draft.version, now=clock(), by=organiser)
    assert len(pairs(again)) == 3


@pytest.fixture
def third_round_of_six(make_tournament, play_round, clock):
    """Six players in five rounds, the third is a draft: each of all pairs is still to come once."""
    tournament = make_tournament(players=6, rounds=5)
    stages.begin(tournament=tournament, now=clock())
    for _twice in range(2):
        play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    return rnd, {entry.tpn: entry for entry in tournament.entries.all()}


def met(rnd) -> set[frozenset[int]]:
    sides = [match.sides.all() for match in Match.objects.filter(round__stage=rnd.stage, round__number__lt=rnd.number)]
    return {frozenset(side.entry.tpn for side in two) for two in sides}


def others_left(gone: set[frozenset[int]]) -> int:
    """How many rounds of six can follow, by trying all pairs that have not met."""
    full = [
        {frozenset((1, a)), frozenset(two), frozenset({2, 3, 4, 5, 6} - {a, *two})}
        for a in range(2, 7)
        for two in combinations(sorted({2, 3, 4, 5, 6} - {a}), 2)
    ]
    return max((1 + others_left(gone | one) for one in full if not one & gone), default=0)


def test_a_change_that_leaves_fewer_rounds_possible_is_said_before_it_is_kept(
    third_round_of_six, client, organiser, clock
):
    rnd, entries = third_round_of_six
    client.force_login(organiser)
    known, harmless, harmful = met(rnd), [], []
    for one, other in combinations(range(1, 7), 2):
        if frozenset((one, other)) in known | {frozenset(two) for two in pairs(rnd)}:
            continue
        preview = editing.preview_edit(rnd=rnd, fix=(entries[one], entries[other]))
        after = {frozenset((one, other)), *(frozenset(two) for two in pairs(rnd) if not {one, other} & {*two})}
        after.add(frozenset(range(1, 7)) - frozenset().union(*after))
        is_short = others_left(known | after) < 2
        assert ("Of the 2 rounds after this one" in " ".join(preview.warnings)) == is_short, after
        (harmful if is_short and not after & known else harmless).append((one, other))
    assert harmful
    one, other = (entries[number] for number in harmful[0])
    said = "Of the 2 rounds after this one only 0 can still be played with this change, and 2 without."
    wish = {"edit": "fix", "first": one.pk, "second": other.pk, "version": rnd.version}
    slug, number = rnd.stage.tournament.slug, rnd.number
    assert said in client.get(reverse("tournaments:draft-check", args=[slug, number]), wish).content.decode()
    page = reverse("tournaments:pairings", args=[slug, number])
    assert said in client.post(page, wish).content.decode()
    neighbour = next(two for two in pairs(rnd) if one.tpn in two)
    change = {"first": other.public_id, "second": entries[sum(neighbour) - one.tpn].public_id, "version": rnd.version}
    swap = partial(client.post, f"/api/v1/rounds/{rnd.public_id}/swap/", content_type="application/json")
    refused = swap(change)
    assert (refused.status_code, said in str(refused.json())) == (409, True)
    rnd.refresh_from_db()
    assert frozenset((one.tpn, other.tpn)) not in {frozenset(two) for two in pairs(rnd)}, "nothing is kept yet"
    assert swap({**change, "reason": "They must go home early"}).status_code == 200
    assert said in client.get(page).content.decode(), "the draft says it as long as it stands"


@pytest.mark.parametrize(
    ("kind", "points", "at_one_table"),
    [({}, "1 and 0", "are one pair already"), (THREE, "5 and 1", "It costs nothing")],
    ids=["two", "three"],
)
def test_what_a_swap_costs_is_said_before_it_is_kept(second_round, organiser, client, kind, points, at_one_table):
    """Two of different points: there are different points at each of their tables. At one table the seats say who deals
    first; of a pair they do not."""
    rnd, entries = second_round(**kind)
    client.force_login(organiser)
    slug = rnd.stage.tournament.slug
    at = reverse("tournaments:draft-check", args=[slug, rnd.number])
    winner, loser = (sitting(rnd, table)[0] for table in (0, -1))
    asked = {"edit": "swap", "first": winner.pk, "second": loser.pk, "to_keep": "1"}
    shown = client.get(at, asked)
    page = tight(shown.content.decode())
    assert f"{winner} and {loser} change places" in page
    assert f"have different points: {points}." in page
    assert "Keep it" in page
    assert 'name="reason"' in page
    assert "ETag" not in shown, "asked for again it is shown again"
    preview = editing.preview_edit(rnd=rnd, swap=(winner, loser))
    seats = " ".join(str(entry.pk) for one in preview.seats for entry in one)
    assert f'data-seats="{seats} "' in page, "in the order of seats that is kept"
    first, second, *_rest = sitting(rnd, 0)
    together = tight(client.get(at, asked | {"first": first.pk, "second": second.pk}).content.decode())
    assert at_one_table in together
    assert ("Keep it" in together) == bool(kind)
    names = tight(client.get(reverse("tournaments:pairings", args=[slug, rnd.number])).content.decode())
    assert all(f'data-pick="{entry.pk}"' in names for entry in entries.values())


def test_a_swap_is_not_warned_of_for_points_that_differed_before(second_round, organiser, client, clock):
    """Five have won and four have lost: one pair floats, whoever of the losers sits there, and in every draft."""
    rnd, entries = second_round()
    client.force_login(organiser)
    scores = {number: 1 if number in (1, 2, 3, 4, 9) else 0 for number in entries}
    [(high, low)] = [two for two in pairs(rnd) if scores[two[0]] != scores[two[1]]]
    other, without = next(two for two in pairs(rnd) if not scores[two[0]] and not scores[two[1]])
    preview = editing.preview_edit(rnd=rnd, swap=(entries[low], entries[other]))
    assert not [text for text in preview.warnings if "different points" in text]
    assert not met(rnd) & {frozenset((high, other)), frozenset((low, without))}
    swap = partial(client.post, f"/api/v1/rounds/{rnd.public_id}/swap/", content_type="application/json")
    two = {"first": entries[low].public_id, "second": entries[other].public_id, "version": rnd.version}
    assert swap(two).status_code == 200, "the API asks for no reason either"


@pytest.mark.parametrize(
    ("players", "kind", "is_offered"),
    [(4, {"template": "round_robin"}, False), (9, {**THREE, "template": "pod_rounds", "rounds": None}, True)],
    ids=["two", "three"],
)
def test_a_swap_is_offered_where_no_schedule_says_who_meets_whom(
    make_tournament, organiser, clock, client, players, kind, is_offered
):
    """A plan for tables of three is made again from what was played."""
    tournament = make_tournament(players, **kind)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    client.force_login(organiser)
    page = client.get(reverse("tournaments:pairings", args=[tournament.slug, rnd.number])).content.decode()
    assert ("data-swap" in page) == is_offered
    one, other = (sitting(rnd, table)[0] for table in (0, 1))
    change = partial(editing.edit_draft, rnd=rnd, version=rnd.version, by=organiser, now=clock())
    if is_offered:
        change(swap=(one, other))
        assert one in sitting(rnd, 1)
    else:
        with pytest.raises(errors.Refusal, match="The pairs are fixed"):
            change(swap=(one, other))


@KINDS
def test_a_published_round_shows_the_same_lines_and_nothing_to_change(second_round, organiser, client, clock, kind):
    rnd, entries = second_round(**kind)
    client.force_login(organiser)
    address = reverse("tournaments:pairings", args=[rnd.stage.tournament.slug, rnd.number])

    def lines() -> list[tuple]:
        page = client.get(address)
        shown = tight(page.content.decode())
        assert all(f"<bdi>{entry}</bdi>" in shown for entry in entries.values())
        assert ("data-swap" in shown) == (rnd.state == "draft")
        return [(line.table, [entry for entry, _points in line.seats], line.bye) for line in page.context["lines"]]

    before = lines()
    assert len(before) == len(pairs(rnd)) + len(byes(rnd))
    rnd = editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    assert lines() == before


@pytest.mark.parametrize(
    ("players", "template", "is_open"),
    [(4, "swiss", True), (4, "round_robin", False), (4, "single_elim", False), (2, "swiss", False)],
)
def test_what_cannot_be_paired_otherwise_is_not_offered_to_be(
    make_tournament, organiser, client, clock, players, template, is_open
):
    tournament = make_tournament(players, template=template, rounds=None if template != "swiss" else 1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    client.force_login(organiser)
    page = tight(client.get(reverse("tournaments:pairings", args=[tournament.slug, 1])).content.decode())
    assert (">Re-pair</button>" in page) is is_open
    assert ("<h2>Change by hand</h2>" in page) is is_open
    assert "Set the table’s number" in page
