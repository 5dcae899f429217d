"""Pages of tables of three and more: what everybody sees, the organiser's, a player's, a phone's with a slip."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import codes, finding
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(make_pods, next_round):
    return next_round(make_pods(10))


@pytest.fixture
def pod(rnd):
    return rnd.matches.get(table_no=1)


@pytest.fixture
def at_desk(client, organiser):
    client.force_login(organiser)
    return client


def played(rnd, organiser, clock):
    for pod in rnd.matches.all():
        recording.record_result(match=pod, points=[120, 85, 40], by=organiser, now=clock())
    return running.close_round(rnd=rnd, now=clock.later(minutes=1))


def names(pod) -> list[str]:
    return [seat.entry.name for seat in pod.sides.all()]


@pytest.mark.parametrize("is_over", [False, True])
def test_every_public_page_shows_who_sits_where_and_what_came_of_it(client, rnd, pod, organiser, clock, is_over):
    if is_over:
        played(rnd, organiser, clock)
    slug, card = rnd.stage.tournament.slug, pod.sides.first().entry.public_id
    for name, args in [
        ("detail", [slug]), ("round", [slug, 1]), ("why", [slug, 1]), ("log", [slug, 1]), ("standings", [slug]),
        ("crosstable", [slug]), ("rating-changes", [slug]), ("entrants", [slug]), ("documents", [slug]),
        ("card", [slug, card]), ("match", [pod.public_id]),
    ]:  # fmt: skip
        page = client.get(reverse(f"tournaments:{name}", args=args))
        assert page.status_code == 200, name
        if name in ("round", "why", "log", "match", "card"):
            text = page.content.decode()
            assert all(one in text for one in names(pod)), name
    if is_over:
        text = client.get(reverse("tournaments:match", args=[pod.public_id])).content.decode()
        assert "+115" in text
        assert "−125" in text
        assert "place 1" in tight(client.get(reverse("tournaments:card", args=[slug, card])).content.decode())


def test_a_draft_is_looked_at_changed_and_published_on_its_page(at_desk, make_pods, organiser, clock):
    tournament = make_pods(10)
    rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    address = reverse("tournaments:pairings", args=[tournament.slug, 1])
    page = at_desk.get(address)
    assert page.status_code == 200
    assert "Move a player to a table" in tight(page.content.decode())
    one, other = (rnd.matches.get(table_no=n).sides.first().entry for n in (1, 2))
    said = {"edit": "swap", "first": one.pk, "second": other.pk, "version": rnd.version}
    assert at_desk.get(reverse("tournaments:draft-check", args=[tournament.slug, 1]), said).status_code == 200
    assert at_desk.post(address, said).status_code == 302
    assert one in [seat.entry for seat in rnd.matches.get(table_no=2).sides.all()]
    rnd.refresh_from_db()
    at_desk.post(address, {"publish": "1", "version": rnd.version})
    rnd.refresh_from_db()
    assert rnd.state == "published"


# ---- the results grid


def post(client, rnd, **data):
    return client.post(reverse("tournaments:results", args=[rnd.stage.tournament.slug, 1]), data)


def test_a_typed_line_enters_a_table_and_the_next_missing_one_comes(at_desk, rnd, pod):
    assert post(at_desk, rnd, line="1: 120 85 40").status_code == 302
    pod.refresh_from_db()
    assert (pod.state, [seat.game_points for seat in pod.sides.all()]) == ("over", [120, 85, 40])
    assert post(at_desk, rnd, table="2", line="1. 3. 2.").status_code == 302
    assert [seat.place for seat in rnd.matches.get(table_no=2).sides.all()] == [1, 3, 2]
    assert post(at_desk, rnd, line="3: + - +").status_code == 302
    assert rnd.matches.get(table_no=3).result_kind == "forfeit"


@pytest.mark.parametrize("line", ["1: 120-85-40", "1. 120-85-40", "1: 120–85–40/7", "1. 120 85 40"])
def test_dashes_stand_for_blanks_as_at_tables_of_two(at_desk, rnd, pod, line):
    is_typed = "-" in line or "–" in line
    assert post(at_desk, rnd, line=line).status_code == (302 if is_typed else 422), "1. alone is a place"
    pod.refresh_from_db()
    if is_typed:
        assert [seat.game_points for seat in pod.sides.all()] == [120, 85, 40]


def test_the_page_asks_again_while_the_round_runs(at_desk, rnd, organiser, clock):
    address = reverse("tournaments:results", args=[rnd.stage.tournament.slug, rnd.number])

    def asks_again() -> bool:
        page = at_desk.get(address).content.decode()
        return f'hx-get="{address}?known=' in page and 'hx-trigger="every 2s"' in page

    assert asks_again()
    for pod in rnd.matches.all():
        recording.record_result(match=pod, points=[120, 85, 40], by=organiser, now=clock())
    assert asks_again()
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    assert not asks_again()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1: 120 85 40 10", "This table has 3 seats"),
        ("1: 120 85", "This table has 3 seats"),
        ("9: 120 85 40", "There is no such table in this round: 1 to 3"),
        ("1: a lot", "is not a result: 120 85 40 in the order of the seats"),
        ("1: + -", "a + or - for each of them"),
        ("1: 90 80 10", "the winner has at least 100"),
    ],
)
def test_a_line_that_cannot_be_says_why_and_keeps_what_was_typed(at_desk, rnd, pod, line, says):
    page = post(at_desk, rnd, line=line)
    assert page.status_code == 422
    text = page.content.decode()
    assert says in text
    assert line.partition(": ")[2] in text
    pod.refresh_from_db()
    assert pod.state == "paired"


def test_a_row_takes_scores_and_says_what_is_wrong_beside_them(at_desk, rnd, pod):
    said = {"match": pod.public_id, "version": pod.version, "outcome": "played", "score_0": "120", "score_1": "85"}
    page = post(at_desk, rnd, **said)
    assert page.status_code == 422
    assert "enter those of all seats" in tight(page.content.decode())
    assert post(at_desk, rnd, **said, score_2="40").status_code == 302
    pod.refresh_from_db()
    assert pod.state == "over"


# ---- a player, a phone


def test_a_player_reports_on_the_page_of_the_table_and_another_confirms(client, pod):
    first, second = (pod.sides.get(order=n).entry.members.get().user for n in (0, 1))
    client.force_login(first)
    page = reverse("tournaments:match", args=[pod.public_id])
    figures = {"score_0": 120, "score_1": 85, "score_2": 40, "outcome": "played", "version": pod.version}
    assert client.post(reverse("tournaments:match-result", args=[pod.public_id]), figures).status_code == 302
    assert "Is this right?" not in tight(client.get(page).content.decode())
    client.force_login(second)
    assert "Is this right?" in tight(client.get(page).content.decode())
    pod.refresh_from_db()
    client.post(reverse("tournaments:match-confirm", args=[pod.public_id]), {"version": pod.version})
    pod.refresh_from_db()
    assert pod.state == "over"


def test_a_stranger_enters_nothing(client, pod, make_tournament):
    answer = client.post(reverse("tournaments:match-result", args=[pod.public_id]), {})
    assert answer.status_code == 302, "sign in first"
    pod.refresh_from_db()
    assert pod.state == "paired"


def test_two_phones_with_slips_are_enough(client, pod):
    pod = finding.matches().get(pk=pod.pk)
    one, other = (reverse("tournaments:slip", args=[codes.slip_code(pod, n)]) for n in (0, 1))
    figures = {"score_0": 120, "score_1": 85, "score_2": 40}
    assert "This is the slip of" in tight(client.get(one).content.decode())
    assert client.post(one, {"score_0": 120}).status_code == 422
    assert client.post(one, figures).status_code == 302
    assert "agree" in client.get(other).content.decode()
    pod.refresh_from_db()
    client.post(f"{other}agree/", {"version": pod.version})
    pod.refresh_from_db()
    assert pod.state == "over"


def test_the_island_of_a_slip_is_told_what_became_of_its_result(client, pod):
    """The region as it is now, the same for a result that is sent twice; 409 with the reason where others differ."""
    mine, other = (reverse("tournaments:slip", args=[codes.slip_code(pod, n)]) for n in (0, 1))
    said = {f"score_{n}": score for n, score in enumerate((120, 85, 40))} | {"version": pod.version}
    assert "<slip-entry" in client.get(mine).content.decode()
    for _ in range(2):
        answer = client.post(mine, said | {"key": "a" * 32}, headers={"X-Region": "1"}, follow=True)
        assert answer.status_code == 200
    late = client.post(other, said | {"score_1": 95, "key": "b" * 32}, headers={"X-Region": "1"})
    assert late.status_code == 409
    assert "data-refused" in late.content.decode()
    assert "<html" not in late.content.decode()


def test_table_and_letters_lead_to_the_slip_of_a_seat(client, pod):
    pod = finding.matches().get(pk=pod.pk)
    answer = client.post(reverse("tournaments:slips"), {"table": 1, "letters": codes.slip_letters(pod, 2)})
    assert answer.url == reverse("tournaments:slip", args=[codes.slip_code(pod, 2)])
    assert client.get(reverse("tournaments:slip", args=["nobodyknowsthis"])).status_code == 404


def test_the_address_of_a_table_of_before_leads_to_its_match(client, pod):
    answer = client.get(f"/pods/{pod.public_id}/")
    assert (answer.status_code, answer.url) == (301, f"/matches/{pod.public_id}/")


# ---- corrections


def test_a_correction_is_shown_first_and_then_applied(at_desk, rnd, pod, organiser, clock):
    played(rnd, organiser, clock)
    address = reverse("tournaments:correct", args=[pod.public_id])
    assert at_desk.get(address).status_code == 200
    wrong = {"score_0": 40, "score_1": 85, "score_2": 120, "outcome": "played", "is_rated": "on"}
    page = at_desk.post(address, {**wrong, "look": "1"})
    text = page.content.decode()
    assert page.status_code == 200
    assert "Nothing is changed yet" in text
    assert "later ratings are worked out again" in text
    seen = page.context["seen"]
    at_desk.post(address, {**wrong, "apply": "1", "digest": seen.digest, "reason": "Read from the wrong end"})
    assert [seat.place for seat in pod.sides.all()] == [3, 2, 1]
    ruling = pod.rulings.get()
    assert (ruling.kind, ruling.reason) == ("correction", "Read from the wrong end")
    assert "Read from the wrong end" in tight(
        at_desk.get(reverse("tournaments:match", args=[pod.public_id])).content.decode()
    )


def test_a_correction_pairs_a_draft_anew(at_desk, rnd, pod, organiser, clock):
    played(rnd, organiser, clock)
    stage = rnd.stage
    drafts.pair_round(stage=stage, now=clock(), by=organiser)
    address = reverse("tournaments:correct", args=[pod.public_id])
    wrong = {"place_0": 3, "place_1": 2, "place_2": 1, "outcome": "played", "is_rated": "on"}
    seen = at_desk.post(address, {**wrong, "look": "1"}).context["seen"]
    at_desk.post(address, {**wrong, "apply": "1", "digest": seen.digest, "reason": "Mixed up"})
    after = stage.rounds.get(number=2)
    assert not editing.draft_warnings(after)


def test_a_phone_that_asks_for_spanish_gets_slip_and_sheet_in_spanish(client, pod):
    spanish = {"accept-language": "es-MX,es;q=0.9"}
    code = codes.slip_code(pod, 0)
    slip = reverse("tournaments:slip", args=[code])
    page = client.get(slip, headers=spanish).content.decode()
    assert '<html lang="es"' in page
    assert f"Esta es la papeleta de {names(pod)[0]}." in page
    assert "Llenar la hoja de puntos mano a mano" in page
    said = {"score_0": 120, "score_1": 85, "score_2": "", "version": pod.version}
    wrong = client.post(slip, said, headers=spanish)
    assert wrong.status_code == 422
    assert "Falta este" in tight(wrong.content.decode())
    sheet = client.get(reverse("tournaments:slip-deals", args=[code]), headers=spanish).content.decode()
    assert "Anotar la mano" in sheet
    assert "¿Cómo terminó?" in sheet
    assert "Enter" not in sheet
    door = client.get(reverse("tournaments:slips"), headers=spanish).content.decode()
    assert "Abrir la papeleta" in door


def test_the_page_of_a_table_speaks_spanish_to_a_player_who_asks_for_it(client, rnd, pod, organiser, clock):
    spanish = {"accept-language": "es"}
    client.force_login(pod.sides.first().entry.members.get().user)
    page = reverse("tournaments:match", args=[pod.public_id])
    open_page = client.get(page, headers=spanish).content.decode()
    assert "Este encuentro se juega en persona; su resultado se anota aquí." in open_page
    assert "Anotar el resultado" in open_page
    figures = {"score_0": 120, "score_1": 85, "score_2": 40, "outcome": "played", "version": pod.version}
    client.post(reverse("tournaments:match-result", args=[pod.public_id]), figures, headers=spanish)
    over = client.get(page, headers=spanish).content.decode()
    assert "Enviado. Lo confirma otro lado." in over
    assert "Comunicado, por confirmar" in over
    assert "Reported, to be confirmed" in tight(client.get(page).content.decode())


def test_the_round_says_in_spanish_who_sits_where(client, rnd, pod):
    page = reverse("tournaments:round", args=[rnd.stage.tournament.slug, 1])
    said = client.get(page, headers={"accept-language": "es"}).content.decode()
    assert "Jugadores, en el orden de sus asientos" in said
    assert "faltan 3 resultados" in said
    assert "ronda libre" in said
    assert "Players" not in said
    assert "3 results to come" in tight(client.get(page).content.decode())
