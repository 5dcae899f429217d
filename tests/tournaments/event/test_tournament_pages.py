"""Every page of a tournament in each of its states, who may open what, and the organiser's night by its pages alone."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from duework import services as duework
from tests.markup import tight
from tournaments import urls
from tournaments.event.selectors import finding
from tournaments.models import MatchState, RoundState, Tournament, TournamentState
from tournaments.rounds.services import drafts, editing, running, timing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.tables import selectors as tables_selectors

pytestmark = pytest.mark.django_db
PUBLIC = ("detail", "entrants", "standings", "crosstable", "live")


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def official(client, organiser):
    client.force_login(organiser)
    return client


def text(answer) -> str:
    assert answer.status_code == 200, (answer.status_code, answer.content[:2000])
    page = tight(answer.content.decode())
    assert " style=" not in page
    assert "<script>" not in page
    assert " onclick" not in page
    return page


def test_public_pages_before_during_and_after(client, make_tournament, play_round, clock, confirm):
    tournament = make_tournament(players=5, rounds=2)
    for name in PUBLIC:
        text(client.get(url(name, tournament.slug)))
    assert "Player 03" in text(client.get(url("detail", tournament.slug)))
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    confirm(tournament)
    for name in PUBLIC:
        text(client.get(url(name, tournament.slug)))
    assert "Final standings" in text(client.get(url("standings", tournament.slug)))
    assert "After round 1" in text(client.get(url("standings", tournament.slug), {"after": 1}))
    assert "100 – 60" in text(client.get(url("round", tournament.slug, 2)))
    why = text(client.get(url("why", tournament.slug, 1)))
    assert "natural opponents" in why
    assert "lowest score that can have the bye" in why
    assert client.get(url("log", tournament.slug, 1)).json()["runs"][0]["engine"] == "card"
    match = finding.latest_results(1)[0]
    assert "Match points" in text(client.get(url("match", match.public_id)))
    assert tournament.name in text(client.get(url("list")))


def test_the_list_is_a_calendar_with_one_thing_to_do_in_each_line(client, make_tournament, clock):
    now = clock()
    ways = {"Soon": 2, "Next month": 30 * 24, "Long league": -50 * 24, "No date yet": None}
    for name, hours in ways.items():
        tournament = make_tournament(players=4)
        if name == "Long league":
            stages.begin(tournament=tournament, now=now)
        begins = None if hours is None else now + timedelta(hours=hours)
        Tournament.objects.filter(pk=tournament.pk).update(name=name, starts_at=begins)
    groups = finding.by_date(finding.tournaments(), now)
    assert [(key, [one.name for one in rows]) for key, rows in groups] == [
        ("today", ["Soon"]),
        ("coming", ["Next month", "No date yet"]),
        ("under_way", ["Long league"]),
    ]
    page = text(client.get(url("list")))
    assert page.count('<span class="visually-hidden">Long league</span>') == 1
    assert 'Standings<span class="visually-hidden">Long league' in page
    assert 'Enter<span class="visually-hidden">Next month' in page
    assert ">Open for entries</a>" in page


def test_pages_of_an_online_round_lead_to_its_live_tables(client, make_tournament, clock):
    tournament = make_tournament(players=4, mode="online")
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    while duework.sweep(now=clock()):
        pass
    tables = tables_selectors.live_tables(tournament)
    assert [(one.points, one.deals) for one in tables] == [((0, 0), 0)] * 2
    for name in ("detail", "live"):
        assert f"/tables/{tables[0].match.table}/" in text(client.get(url(name, tournament.slug)))
    assert f"/tables/{tables[1].match.table}/" in text(client.get(url("round", tournament.slug, 1)))
    assert 'Watch<span class="visually-hidden">Spring Open' in text(client.get(url("list")))
    assert "Watch the table" in text(client.get(url("match", tables[0].match.public_id)))
    client.force_login(tables[0].match.sides.all()[0].entry.members.get().user)
    assert "Go to your table" in text(client.get(url("detail", tournament.slug)))


def test_a_draft_is_for_officials_only(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    assert "is paired when the round before is complete" in text(client.get(url("round", tournament.slug, 1)))
    assert client.get(url("why", tournament.slug, 1)).status_code == 404
    assert client.get(url("log", tournament.slug, 1)).status_code == 404
    assert client.get(url("round", tournament.slug, 9)).status_code == 404
    client.force_login(organiser)
    assert "Only officials see this" in text(client.get(url("round", tournament.slug, 1)))


def test_a_live_region_is_a_fragment_that_answers_304_while_nothing_changes(client, make_tournament, play_round, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    for address in (
        url("detail", tournament.slug),
        url("standings", tournament.slug),
        url("round", tournament.slug, 1),
        url("live", tournament.slug),
        url("entrants", tournament.slug),
        url("list"),
        url("match", finding.latest_results(1)[0].public_id),
    ):
        first = client.get(address, headers={"HX-Request": "true"})
        assert "<html" not in text(first)
        assert "HX-Request" in first["Vary"]
        assert first["Cache-Control"] == "no-cache"
        again = client.get(address, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
        assert again.status_code == 304, address
    play_round(tournament)
    etag = first["ETag"]
    assert client.get(url("list"), headers={"HX-Request": "true", "If-None-Match": etag}).status_code == 200


OFFICIAL = [("setup",), ("entries",), ("checkin",), ("pairings", 1), ("results", 1)]


def test_strangers_are_told_whom_to_ask(client, make_tournament, play_round, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    for name, *more in OFFICIAL:
        assert client.get(url(name, tournament.slug, *more)).status_code == 302, "to the sign-in"
    stranger, _ = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    for name, *more in OFFICIAL:
        assert client.get(url(name, tournament.slug, *more)).status_code == 403
    for name in ("begin", "pair", "finish"):
        assert client.post(url(name, tournament.slug)).status_code == 403
    assert client.get(url("new")).status_code == 403


def test_a_director_runs_the_night_but_does_not_change_the_conditions(client, make_tournament, club, clock):
    tournament = make_tournament(players=4)
    director, _ = accounts.player_for(name="Dora Director")
    clubs.add_member(club=club, user=director, role="director")
    client.force_login(director)
    text(client.get(url("checkin", tournament.slug)))
    assert client.get(url("setup", tournament.slug)).status_code == 403


def test_a_tournament_is_created_on_one_screen(official, club):
    page = text(official.get(url("new")))
    assert "<code>BH/C1</code>Buchholz cut 1" in page, "the words for the tie-breaks stand beside their field"
    assert ">win 2, tie 1, loss 0, shutout win 3</option>" in page
    seen = page.split("<main")[1].split("<details")[0]
    asked = re.findall(r"<(?:input(?! type=\"hidden\")|select|textarea)[^>]* name=\"(\w+)\"", seen)
    assert len(set(asked)) <= 8, "a choice in sight is one question"
    data = {
        "template": "swiss",
        "club": club.pk,
        "name": "Friday Gin",
        "variant": "gin-rummy-com",
        "rounds": 4,
        "mode": "in_person",
        "starts_at": "2026-06-05T19:30",
        "timezone": "Europe/Madrid",
        "place": "Casino",
    }
    answer = official.post(url("new"), data)
    assert answer.status_code == 302
    made = Tournament.objects.get()
    assert (made.slug, made.starts_at.isoformat()) == ("friday-gin", "2026-06-05T17:30:00+00:00")
    official.post(url("new"), data)
    assert Tournament.objects.filter(slug="friday-gin-2").exists(), "a free address is taken"
    bad = official.post(url("new"), {**data, "rounds": 0, "name": " \u200b"})
    assert "errorlist" in text(bad)


def test_the_whole_night_by_pages(official, make_tournament, clock):
    tournament = make_tournament(players=0, rounds=2)
    slug = tournament.slug
    roster = "name,rating\n" + "\n".join(f"Guest {n},{1500 + n}" for n in range(1, 6))
    dry = text(official.post(url("entries", slug), {"text": roster}))
    assert "nothing is saved yet" in dry
    assert tournament.entries.count() == 0
    official.post(url("entries", slug), {"text": roster, "accept": "1"})
    assert tournament.entries.count() == 5
    bad = text(official.post(url("entries", slug), {"text": "name,rating\nAna,many", "accept": "1"}))
    assert "many" in bad
    assert tournament.entries.count() == 5
    entered = text(official.post(url("add-entry", slug), {"name": "Walk In", "back": "checkin"}, follow=True))
    assert "Walk In is entered and plays from round 1." in entered
    official.post(url("checkin", slug), {"all": "1"})
    assert "6 of 6 here" in text(official.get(url("checkin", slug)))
    assert official.post(url("begin", slug)).url == url("pairings", slug, 1)
    assert "players see nothing before you publish" in text(official.get(url("pairings", slug, 1)))
    entries = list(tournament.entries.order_by("tpn"))
    swap = {"first": entries[0].pk, "second": entries[1].pk, "version": 1, "reason": ""}
    official.post(url("pairings", slug, 1), swap)
    official.post(url("pairings", slug, 1), {"publish": "1", "version": 2})
    rnd = standings.current_round(tournament)
    assert rnd.state == RoundState.PUBLISHED
    duework.sweep(now=rnd.published_at)
    grid = text(official.get(url("results", slug, 1)))
    assert "3 tables missing" in grid
    first, *others = finding.round_matches(rnd)
    tie = official.post(url("results", slug, 1), {"match": first.public_id, "first": 7, "second": 7, "version": 1})
    assert tie.status_code == 422
    assert "cannot be equal" in tight(tie.content.decode())
    for match in (first, *others):
        form = {"match": match.public_id, "first": 101, "second": 44, "outcome": "played", "version": 1}
        assert official.post(url("results", slug, 1), form).status_code == 302
    stale = {"match": first.public_id, "first": 1, "second": 101, "version": 1}
    assert "101-44 stands, entered meanwhile" in tight(official.post(url("results", slug, 1), stale).content.decode())
    assert "Undo" in text(official.get(url("results", slug, 1)))
    assert official.post(url("close", slug, 1)).url == url("tonight", slug)
    assert official.post(url("pair", slug)).url == url("pairings", slug, 2)
    text(official.get(url("mine")))
    text(official.get(url("setup", slug)))


def test_a_change_of_a_draft_is_shown_with_its_warnings_before_it_is_done(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    page, entries = url("pairings", tournament.slug, 2), {entry.tpn: entry for entry in tournament.entries.all()}
    change = {"edit": "fix", "first": entries[1].pk, "second": entries[4].pk, "version": 1}
    checked = text(official.get(url("draft-check", tournament.slug, 2), change))
    assert "Player 01 and Player 04 have met already, in round 1." in checked
    assert "<html" not in checked
    assert official.get(url("draft-check", tournament.slug, 2), {"edit": "fix"}).content == b""
    asked = official.post(page, change)
    assert asked.status_code == 422
    assert "Really change it?" in tight(asked.content.decode())
    assert official.post(page, {"edit": "table", "first": entries[1].pk, "version": 1}).status_code == 422
    assert official.post(page, {**change, "reason": "Both insist"}).status_code == 302
    shown = text(official.get(page))
    assert "Changed by hand" in shown
    assert "have met already" in shown
    stale = official.post(page, {**change, "reason": "Again"}, follow=True)
    assert "has changed meanwhile" in tight(stale.content.decode())
    bye = {"edit": "bye", "first": entries[6].pk, "kind": "zero", "version": 2, "reason": "Ill"}
    official.post(page, bye)
    given = tight(text(official.get(page)))
    assert "No match this round:Player 06" in re.sub("<[^>]*>", "", given)
    assert "Player 06 is here and not paired" not in given
    rnd.refresh_from_db()
    assert rnd.version == 3


def test_a_result_is_corrected_by_pages_only_after_it_was_seen(official, client, make_tournament, play_round, clock):
    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = play_round(tournament)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    match = rnd.matches.get(table_no=1)
    page = url("correct", match.public_id)
    assert page in text(official.get(url("results", tournament.slug, 1)))
    assert page in text(official.get(url("match", match.public_id)))
    text(official.get(page))
    wrong = official.post(page, {"outcome": "played", "first": 50, "second": 50})
    assert (wrong.status_code, "cannot be equal" in wrong.content.decode()) == (422, True)
    right = {"outcome": "played", "first": 60, "second": 100}
    seen = text(official.post(page, right))
    assert "Nothing is changed yet" in seen
    assert "Round 2 is a draft and is paired again." in seen
    digest = re.search(r'name="digest" value="(\w+)"', seen)[1]
    refused = official.post(page, {**right, "apply": "1", "digest": digest, "reason": ""})
    assert refused.status_code == 422
    unsaid = refused.content.decode()
    assert "Give a reason" in unsaid
    other = text(official.post(page, {**right, "first": 61, "apply": "1", "digest": digest, "reason": "Typo"}))
    assert "Something has changed since you looked" in other
    done = official.post(page, {**right, "apply": "1", "digest": digest, "reason": "Typo", "is_rated": "on"})
    assert done.url == url("match", match.public_id)
    shown = text(official.get(url("match", match.public_id)))
    assert "Corrections and rulings" in shown
    assert "Typo" in shown
    timing.seal_round(rnd=rnd, now=clock())
    assert "This round is sealed" in text(official.get(page))
    assert official.post(url("reopen", match.public_id), {"reason": "The board asked"}).url == page
    assert "This round is sealed" not in text(official.get(page))
    stranger, _ = accounts.player_for(name="Stranger")
    client.force_login(stranger)
    assert client.get(page).status_code == 403


def test_byes_pairs_kept_apart_and_expulsion_by_pages(official, client, make_tournament, organiser, clock):
    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    page, people = url("special", tournament.slug), {one.name: one for one in tournament.entries.all()}
    assert "in the menu “More” of a player’s row" in text(official.get(page))
    official.post(page, {"do": "bye", "entry": people["Player 01"].pk, "round": 2, "kind": "half"})
    shown = text(official.get(url("entries", tournament.slug)))
    assert "Take the bye in round 2 back" in shown
    assert "half-point bye" in shown
    official.post(page, {"do": "bye", "entry": people["Player 02"].pk, "round": 2, "kind": "full"})
    official.post(
        page,
        {"do": "rule", "entries": [people["Player 01"].pk, people["Player 04"].pk], "kind": "hard", "from_round": 1},
    )
    shown = text(official.get(page))
    assert "This needs a reason" in shown, "a full bye is warned of"
    assert "Player 01, Player 04" in re.sub(r"<[^>]*>", "", shown.replace(",<", ", <"))
    official.post(page, {"do": "expel", "entry": people["Player 06"].pk, "reason": "Marked cards"})
    assert tournament.entries.get(name="Player 06").status == "expelled"
    official.post(url("special-back", tournament.slug), {"rule": tournament.pair_rules.get().pk})
    assert not tournament.pair_rules.exists()
    player = people["Player 03"].members.get().user
    client.force_login(player)
    assert "Miss a round" in text(client.get(url("detail", tournament.slug)))
    client.post(url("ask-bye", tournament.slug), {"round": 2, "kind": "half"})
    client.post(url("ask-bye", tournament.slug), {"round": 3, "kind": "half"})
    client.post(url("ask-bye", tournament.slug), {"round": 3, "kind": "zero"})
    assert {(one.round_number, one.kind) for one in people["Player 03"].bye_requests.all()} == {
        (2, "half"),
        (3, "zero"),
    }
    client.post(url("ask-bye", tournament.slug), {"round": 2, "cancel": "1"})
    assert people["Player 03"].bye_requests.count() == 1
    assert client.get(page).status_code == 403


def test_a_round_that_cannot_be_paired_shows_who_blocks_and_buttons_that_help(
    official, make_tournament, play_round, clock
):
    tournament = make_tournament(players=2, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    page = url("blocked", tournament.slug)
    assert official.post(url("pair", tournament.slug)).url == page
    shown = text(official.get(page))
    assert "Player 01 can meet nobody any more." in shown
    assert 'value="rematch-1"' in shown
    assert "Give a reason" in tight(
        official.post(page, {"way": "rematch-1", "reason": ""}, follow=True).content.decode()
    )
    official.post(page, {"way": "rematch-1", "reason": "Only two came"})
    assert "have met already" in text(official.get(url("pairings", tournament.slug, 2)))


def test_times_are_set_somebody_is_missing_and_the_next_round_does_not_wait(
    official, client, make_tournament, organiser, clock
):
    tournament = make_tournament(players=4, timezone="Europe/Madrid")
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    times = url("times", tournament.slug, 1)
    official.post(times, {"starts_at": "2031-06-05T19:30", "minutes": 25})
    rnd.refresh_from_db()
    assert (rnd.starts_at.isoformat(), rnd.minutes) == ("2031-06-05T17:30:00+00:00", 25)
    assert "2031-06-05T19:30" in text(official.get(url("pairings", tournament.slug, 1)))
    official.post(times, {"starts_at": "", "minutes": ""})
    rnd.refresh_from_db()
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get(table_no=1)
    client.force_login(match.sides.all()[0].entry.members.get().user)
    assert "Is not here" in text(client.get(url("match", match.public_id)))
    client.post(url("missing", match.public_id), {"side": "1", "set": "missing"})
    assert "missing since" in text(client.get(url("match", match.public_id)))
    assert client.post(url("missing", match.public_id), {"side": "2", "set": "missing"}).status_code == 404
    client.force_login(organiser)
    assert "Player 03 missing" in text(client.get(url("results", tournament.slug, 1)))
    client.post(url("missing", match.public_id), {"side": "1", "set": "here"})
    assert match.sides.get(order=1).missing_since is None
    assert "without waiting" in text(client.get(url("results", tournament.slug, 1)))
    client.post(url("pair", tournament.slug), {"open_reason": "Long game"})
    assert standings.current_round(tournament).number == 2


def test_conditions_are_changed_and_locked(official, make_tournament, play_round, clock):
    tournament = make_tournament(players=4, rounds=3)
    data = {"name": "Autumn Open", "rounds": 4, "pause_s": 5, "aids": "none", "house_level": "", "place": "Hall"}
    assert official.post(url("setup", tournament.slug), data).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.settings["aids"]) == ("Autumn Open", "none")
    assert tournament.settings["correction_hours"] == 48, "what is left out stays"
    official.post(url("setup", tournament.slug), {**data, "no_show": "forfeit", "correction_hours": 12})
    tournament.refresh_from_db()
    assert [tournament.settings[key] for key in ("no_show", "correction_hours")] == ["forfeit", 12]
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    refused = official.post(url("setup", tournament.slug), {**data, "rounds": 5})
    assert "fixed since round 1 was published" in tight(refused.content.decode())


def test_players_report_and_confirm_their_own_match(client, make_tournament, clock):
    tournament = make_tournament(players=2)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    player, other = (side.entry.members.get().user for side in match.sides.all())
    assert client.post(url("match-result", match.public_id), {"first": 100, "second": 2}).status_code == 302
    client.force_login(player)
    assert "Your match" in text(client.get(url("detail", tournament.slug)))
    client.post(url("match-result", match.public_id), {"first": 100, "second": 2, "version": 1})
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED
    client.force_login(other)
    assert "Yes, confirm the result" in text(client.get(url("match", match.public_id)))
    match.refresh_from_db()
    client.post(url("match-confirm", match.public_id), {"version": match.version})
    match.refresh_from_db()
    assert match.state == MatchState.OVER


def test_players_enter_check_in_and_withdraw_themselves(client, make_tournament):
    tournament = make_tournament(players=0)
    ann, _ = accounts.player_for(name="Ann")
    client.force_login(ann)
    client.post(url("join", tournament.slug))
    client.post(url("here", tournament.slug))
    assert finding.entry_of(ann, tournament).status == "checked_in"
    client.post(url("leave", tournament.slug))
    assert finding.entry_of(ann, tournament).status == "withdrawn"
    assert Tournament.objects.get().state == TournamentState.OPEN


@pytest.mark.parametrize("players", [8, 24])
def test_pages_take_few_queries_however_many_play(
    client, make_tournament, play_round, organiser, clock, django_assert_max_num_queries, players
):
    tournament = make_tournament(players=players, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    _few_queries(client, tournament, organiser, django_assert_max_num_queries)
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    _few_queries(client, tournament, organiser, django_assert_max_num_queries)


def _few_queries(client, tournament, organiser, django_assert_max_num_queries) -> None:
    """Every page takes at most 15, for a visitor, a player and an official, and one for the badge of notices."""
    slug = tournament.slug
    rounds = [("round", slug, 2), ("why", slug, 2), ("pairings", slug, 2), ("pairings", slug, 3), ("results", slug, 2)]
    desk = [("entries", slug), ("checkin", slug), ("special", slug), ("mine",)]
    public = [*((name, slug) for name in PUBLIC), ("list",)]
    for user in (None, tournament.entries.first().members.get().user, organiser):
        client.force_login(user) if user is not None else client.logout()
        client.get("/")  # the first page of a login writes down where it is from
        for page in (*public, *rounds, *desk):
            with django_assert_max_num_queries(15 + 3 * (user is not None), info=f"{page} for {user}"):
                client.get(url(*page))


def test_no_name_of_an_address_is_given_twice():
    """A second one with as many parts would take the links of the first."""
    views: dict[tuple[str, int], set[object]] = {}
    for one in urls.urlpatterns:
        views.setdefault((one.name, len(one.pattern.converters)), set()).add(one.callback)
    assert not [name for name, found in views.items() if len(found) > 1]
