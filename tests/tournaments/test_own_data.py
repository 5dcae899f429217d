"""A person downloads all data about them as one file; a person leaves, and the results stay without the name."""

import json
from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts import services as accounts
from accounts.api_tokens import services as api_tokens
from accounts.models import User
from accounts.own_data import parts, services
from accounts.own_data.services import FORMAT
from audit.models import AuditEntry
from audit.services import first_broken
from clubs import services as clubs
from clubs.models import Invitation
from clubs.services import closing
from games.models import ChatLine, Mute, Seat, Table
from ratings.models import Correction, Pool
from ratings.services.runs import folding
from tests.markup import tight
from tests.proving import prove, proved
from tests.tournaments.conftest import Clock
from tournaments.corrections.services import cancelling
from tournaments.desk import services as desk
from tournaments.entries.services import changing, entering, partner_names, paying
from tournaments.event.selectors import finding
from tournaments.merging.services import merging
from tournaments.models import CaseKind, Entry
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
EXPORT, PAGE = "/accounts/data/export/", "/accounts/data/"
PASSWORD = "correct horse 9"


@pytest.fixture
def played(make_tournament, play_round, clock: Clock):
    """A tournament with two rounds behind it."""
    tournament = make_tournament(players=4, rounds=2)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    return tournament


@pytest.fixture
def ann(played) -> User:
    """One of its players, who has an account."""
    ann = played.entries.order_by("pk").first().members.get().user
    ann.username, ann.email = "ann", "ann@club.example"
    ann.set_password(PASSWORD)
    ann.save()
    return ann


@pytest.fixture
def client(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    prove(client)
    return client


def end(tournament, now: datetime) -> None:
    """The last round was played: the tournament is over."""
    stages.finish_stage(stage=finding.main_stage(tournament), now=now)
    tournament.refresh_from_db()
    if tournament.state != "finished":
        stages.finish(tournament=tournament, now=now)


def sit(*users: User, label: str, now: datetime) -> Table:
    """A casual table that is over."""
    table = Table.objects.create(rules="gin-rummy-com", label=label, status="over", opened_at=now, finished_at=now)
    for number, user in enumerate(users):
        Seat.objects.create(table=table, seat=number, user=user)
    return table


def test_the_file_holds_all_and_is_kept_nowhere(client: Client, ann: User, played, clock: Clock) -> None:
    ben = accounts.official(username="ben", name="Ben", email="ben@club.example", password=PASSWORD)
    table = sit(ann, ben, label="Ann – Ben", now=clock())
    for by, text in ((ann, "well played"), (ben, "not mine to give away")):
        ChatLine.objects.create(
            table=table, line_id=f"{by.pk:032d}", seat=0, by=by, text=text, heard_by="AB", at=clock()
        )
    Mute.objects.create(by=ann, of=ben, at=clock())
    paying.set_paid(entry=finding.entry_of(ann, played), is_paid=True, now=clock(), by=ben)
    client.get(PAGE)
    answer = client.post(EXPORT)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/json", "private, no-store")
    assert answer["Content-Disposition"].startswith(f'attachment; filename="undercut-{ann.public_id}-')
    told = json.loads(answer.content)
    assert told["format"] == FORMAT
    assert told["account"]["email"] == "ann@club.example"
    assert [one["browser"] for one in told["account"]["signed_in"]] == [""]
    assert [one["club_name"] for one in told["clubs"]["memberships"]] == [played.club.name]
    assert [one["text"] for one in told["games"]["said"]] == ["well played"]
    assert [one["whom"] for one in told["games"]["does_not_hear"]] == [ben.public_id]
    assert [one["tournament"]["name"] for one in told["tournaments"]["entries"]] == [played.name]
    assert [one["paid_at"] is not None for one in told["tournaments"]["entries"]] == [True]
    assert len(told["tournaments"]["matches"]) == finding.matches_of(ann).count() == 2
    assert [one["list"] for one in told["ratings"]["matches"]] == ["gin"] * 2
    text = answer.content.decode()
    assert all(secret not in text for secret in (ann.password, client.session.session_key, "not mine to give away"))
    assert "ben@club.example" not in text


def test_every_app_that_knows_people_tells_its_part() -> None:
    assert [part.name for part in parts.parts()] == [
        "notices",
        "clubs",
        "webhooks",
        "games",
        "ratings",
        "tournaments",
    ]


def test_that_it_was_asked_for_is_in_the_log(client: Client, ann: User) -> None:
    client.post(EXPORT)
    assert AuditEntry.objects.get(action="account.export").actor_id == ann.pk
    assert first_broken() is None


def test_it_is_for_oneself_alone_and_not_too_often(client: Client, ann: User) -> None:
    assert Client().post(EXPORT).status_code == 302
    assert client.get(EXPORT).status_code == 405
    assert [client.post(EXPORT).status_code for _ in range(11)] == [200] * 10 + [429]
    cache.clear()


def test_who_has_done_nothing_here_gets_a_file_too() -> None:
    new = accounts.official(username="new", name="New", email="", password=PASSWORD)
    clubs.create_club(name="Own", organiser=new)
    told = json.loads(services.export(user=new, proof=proved(new), now=new.date_joined))
    assert told["tournaments"]["matches"] == []


def test_the_page_speaks_spanish(client: Client) -> None:
    client.cookies["django_language"] = "es"
    assert "Descargar mis datos" in tight(client.get(PAGE).content.decode())


# ---- leaving

LEAVE = "/accounts/data/leave/"
MEANT = {"confirmed": "ann"}


def everything() -> str:
    """All that the database holds, as text, but for the log of the audit."""
    models = [model for model in apps.get_models(include_auto_created=True) if model is not AuditEntry]
    return "\n".join(str(row) for model in models for row in model._default_manager.values())


def test_who_leaves_is_nobody_and_the_results_stay(client: Client, ann: User, played, clock: Clock) -> None:
    end(played, clock())
    ben = accounts.official(username="ben", name="Ben", email="ben@club.example", password=PASSWORD)
    table, name = sit(ann, ben, label=f"{ann.name} – Ben", now=clock()), ann.name
    said = {"line_id": f"{ann.pk:032d}", "seat": 0, "by": ann, "text": "well played", "heard_by": "AB", "at": clock()}
    ChatLine.objects.create(table=table, **said)
    Mute.objects.create(by=ben, of=ann, at=clock())
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    Invitation.objects.create(club=played.club, name=name, email=ann.email, invited_at=clock())
    api_tokens.make(user=ann, label="bot", scopes=(), days=None, proof=proved(ann), now=clock())
    match = finding.matches_of(ann).first()
    desk._opened(match, "", CaseKind.CALL, ann, clock(), "he peeked")
    standings = reverse("tournaments:standings", args=[played.slug])
    assert name in client.get(standings).content.decode()

    answer = client.post(LEAVE, MEANT, follow=True)

    alias = f"Former member {ann.pk}"
    assert f"under the name “{alias}”" in tight(answer.content.decode())
    assert client.get("/me/").status_code == 302
    assert not Client().login(username="ann", password=PASSWORD)
    assert alias in Client().get(standings).content.decode()
    assert alias in Client().get(f"/players/{ann.public_id}/").content.decode()
    assert finding.matches_of(ann).count() == 2
    left = everything()
    gone = (name, "ann@club.example", "well played", "he peeked", "'ann'")
    assert [word for word in gone if word in left] == []
    table.refresh_from_db()
    assert table.label == f"{alias} – Ben"
    assert first_broken() is None
    log = "\n".join(str(row) for row in AuditEntry.objects.values())
    assert AuditEntry.objects.filter(action="account.delete", actor=ann.pk).exists()
    assert name not in log
    assert "ann@club.example" not in log
    assert "he peeked" not in log


def test_what_officials_did_with_an_entry_names_nobody_who_has_left(
    make_tournament, play_round, played, ann: User, organiser: User, clock: Clock
) -> None:
    """An entry was renamed, another was taken out, and a name of an earlier evening became theirs."""
    accounts_name, earlier = "Zenobia Quill", "Z. Quillfeather"
    end(played, clock())
    User.objects.filter(pk=ann.pk).update(name=accounts_name)
    ann.refresh_from_db()
    clubs.add_member(club=played.club, user=ann, by=ann)
    early = make_tournament(players=3, rounds=1)
    guest = entering.enter(tournament=early, name=earlier, now=clock(), by=organiser)
    changing.change_entry(entry=guest, name="Zeno Quillfeather", now=clock(), by=organiser)
    changing.change_entry(entry=guest, name=earlier, rating=1400, now=clock(), by=organiser)
    entering.check_in(entry=guest, now=clock(), by=organiser)
    stages.begin(tournament=early, now=clock())
    play_round(early)
    stages.finish_stage(stage=finding.main_stage(early), now=clock())
    rate()
    merging.merge(club=played.club, name=guest.members.get().user, into=ann, by=organiser, now=clock())
    rate()
    assert Correction.objects.exclude(folded_at=None).exists(), "the correction is public"
    later = make_tournament(players=0)
    out = entering.enter(tournament=later, user=ann, now=clock(), by=organiser)
    changing.remove_entry(entry=out, now=clock(), by=organiser)

    services.forget(user=ann, by=ann, now=clock())

    left = everything() + "\n".join(str(row) for row in AuditEntry.objects.values())
    assert [word for word in ("Zenobia", "Quill", "Zeno") if word in left] == []
    assert {"entry.change", "entry.remove", "person.merge"} <= set(AuditEntry.objects.values_list("action", flat=True))


def rate() -> None:
    for key in Pool.objects.filter(beside=None).values_list("key", flat=True):
        folding.rate_pending(pool=key)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"confirmed": "Ann"}, "This is not the name with which you sign in."),
        ({"confirmed": ""}, "This field is required."),
    ],
)
def test_nobody_leaves_by_mistake(client: Client, ann: User, played, clock: Clock, wrong, said: str) -> None:
    end(played, clock())
    answer = client.post(LEAVE, MEANT | wrong)
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    ann.refresh_from_db()
    assert ann.is_active


def test_the_only_organiser_hands_the_club_over_first(organiser: User, club, clock: Clock) -> None:
    services.forget(user=accounts.newcomer(name="Roster Rita"), by=None, now=clock())  # nobody in her way
    ben = accounts.official(username="ben", name="Ben", email="", password=PASSWORD)
    clubs.add_member(club=club, user=ben, by=ben)
    with pytest.raises(parts.Blocked) as blocked:
        services.forget(user=organiser, by=organiser, now=clock())
    assert [(one.words, one.link) for one in blocked.value.obstacles] == [
        ("You are the only organiser of Tuesday Knockers: make another member an organiser.",
         f"/clubs/{club.slug}/members/"),
        ("Or close Tuesday Knockers, if nobody goes on with it.", f"/clubs/{club.slug}/close/"),
    ]  # fmt: skip
    clubs.give_role(club=club, user=ben, role="organiser", by=organiser)
    assert services.forget(user=organiser, by=organiser, now=clock()) == f"Former member {organiser.pk}"
    assert not club.memberships.filter(user=organiser).exists()


def test_the_only_organiser_of_a_closed_club_may_leave(organiser: User, club, clock: Clock) -> None:
    ben = accounts.official(username="ben", name="Ben", email="", password=PASSWORD)
    clubs.add_member(club=club, user=ben, by=ben)
    closing.close_club(club=club, by=organiser, now=clock())
    services.forget(user=organiser, by=organiser, now=clock())
    assert not club.memberships.filter(user=organiser).exists()


def test_who_organises_a_club_of_nobody_else_may_leave(organiser: User, club, clock: Clock) -> None:
    services.forget(user=organiser, by=organiser, now=clock())
    assert not club.memberships.exists()


def test_a_match_that_waits_is_played_or_left_first(make_tournament, clock: Clock, client: Client, ann: User) -> None:
    tournament = make_tournament(players=4, rounds=2)
    entry = tournament.entries.order_by("pk").first()
    entry.members.update(user=ann)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    page = client.get(LEAVE).content.decode()
    assert f'<a href="{reverse("tournaments:detail", args=[tournament.slug])}">A match waits for you' in page
    assert client.post(LEAVE, MEANT).status_code == 422
    entering.withdraw(entry=entry, now=clock(), by=ann)
    assert client.post(LEAVE, MEANT).status_code == 302


def test_an_entry_in_what_has_not_begun_is_taken_out(make_tournament, clock: Clock, ann: User, played) -> None:
    end(played, clock())
    tournament = make_tournament(players=4)
    entry = tournament.entries.order_by("pk").first()
    entry.members.update(user=ann)
    services.forget(user=ann, by=ann, now=clock())
    entry.refresh_from_db()
    assert (entry.status, entry.name) == ("withdrawn", f"Former member {ann.pk}")


def test_a_cancelled_tournament_keeps_nobody(make_tournament, clock: Clock, ann: User, played) -> None:
    end(played, clock())
    tournament = make_tournament(players=4)
    tournament.entries.order_by("pk").first().members.update(user=ann)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    cancelling.cancel_tournament(tournament=tournament, rated="keep", now=clock(), by=None)
    services.forget(user=ann, by=ann, now=clock())
    assert Entry.objects.get(tournament=tournament, members__user=ann).name == f"Former member {ann.pk}"


def test_a_table_that_is_being_played_is_finished_first(ann: User, played, clock: Clock) -> None:
    end(played, clock())
    table = sit(ann, label="", now=clock())
    Table.objects.filter(pk=table.pk).update(status="playing", finished_at=None)
    with pytest.raises(parts.Blocked, match="finish the game, or resign it"):
        services.forget(user=ann, by=ann, now=clock())


def test_the_last_administrator_stays(clock: Clock) -> None:
    root = accounts.official(username="root", name="Root", email="", password=PASSWORD, site_admin=True)
    with pytest.raises(parts.Blocked, match="only administrator"):
        services.forget(user=root, by=root, now=clock())
    accounts.official(username="two", name="Two", email="", password=PASSWORD, site_admin=True)
    services.forget(user=root, by=root, now=clock())


def test_a_pair_is_called_by_its_new_names(make_tournament, clock: Clock) -> None:
    tournament = make_tournament(players=4, variant="partnership")
    entry = tournament.entries.order_by("pk").first()
    first, second = (member.user for member in entry.members.order_by("order")[:2])
    before = partner_names.own_name([first, second])
    for name, then in ((before, f"Former member {first.pk} & {second}"), ("The Aces", "The Aces")):
        entry.name = name
        entry.save()
        partner_names.rename_member(entry, first, f"Former member {first.pk}")
        assert entry.name == then
        assert entry.partners == ("" if then != name else f"Former member {first.pk}, {second}")


def test_from_the_shell_for_who_cannot_sign_in(played, clock: Clock, capsys) -> None:
    end(played, clock())
    rita = played.entries.order_by("pk").last().members.get().user
    call_command("forget_person", rita.public_id)
    assert f"Former member {rita.pk}" in capsys.readouterr().out
    house = accounts.house_player(name="House Rosa", level="novice")
    for number, said in ((rita.public_id, "left already"), ("x", "Nobody here"), (house.public_id, "of the house")):
        with pytest.raises(CommandError, match=said):
            call_command("forget_person", number)


@pytest.mark.parametrize("name", ["Former member 7", "former  Member 12"])
def test_nobody_calls_themselves_so(name: str) -> None:
    with pytest.raises(names.BadName):
        accounts.chosen_name(name)


def test_the_page_of_leaving_speaks_spanish(client: Client) -> None:
    client.cookies["django_language"] = "es"
    assert "Qué desaparece y qué se queda" in tight(client.get(LEAVE).content.decode())
