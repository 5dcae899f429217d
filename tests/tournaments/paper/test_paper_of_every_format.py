"""Paper, screens, cards and lists of a tournament of every template, from its first round to its last."""

import pytest
from django.urls import reverse

from games.models import Chain
from tournaments import formats
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import dump, exports
from tournaments.models import Entry, Tournament
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services as paper_services
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
HEAD = "5eed" * 16
DOCUMENTS = ("names", "pairings", "standings", "slips", "blanks", "sheets", "pack")


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


def look_at_everything(client, tournament: Tournament) -> None:
    """Every page of paper, screens, cards and lists answers."""
    slug = tournament.slug
    Chain.objects.get_or_create(tournament=tournament.public_id, defaults={"head": HEAD, "links": 3})
    known = tournament.stages.all()
    tables = [stage for stage in known if not stage.has_bracket and not stage.has_challenges]
    drawn = (["bracket"] if any(stage.has_bracket for stage in known) else []) + (["crosstable"] if tables else [])
    for name in (*DOCUMENTS, *drawn):
        printed = client.get(url("print-document", slug, name))
        assert printed.status_code == 200, name
        page = printed.content.decode()
        blank = page.count('<section class="sheet score-sheet')
        assert page.count(HEAD) == page.count('<section class="sheet') - blank, f"{name}: the head of the chain"
    for screen in tournament.screens.all():
        assert client.get(url("screen", paper_selectors.screen_code(screen))).status_code == 200
    for entry in tournament.entries.all()[:3]:
        assert client.get(url("card", slug, entry.public_id)).status_code == 200
    for name in exports.NAMES:
        assert client.get(url("export", slug, name, "xlsx")).status_code == 200, name
    assert client.get(url("lists", slug)).status_code == 200
    assert client.get(url("report", slug)).status_code in (200, 404)
    number = standings.current_round(tournament).number
    assert client.get(url("results", slug, number)).status_code == 200
    assert dump.dump(tournament)["tables"]["round"]


@pytest.mark.parametrize(
    "template", sorted(set(formats.TEMPLATES) - {"ladder"})
)  # it pairs no rounds: test_ladder_pages
def test_every_page_answers_in_every_format(client, make_tournament, organiser, clock, template):
    variant = "cutthroat" if template.startswith("pod_") else "gin-rummy-com"
    tournament = make_tournament(players=7, rounds=None, template=template, variant=variant)
    paper_services.put_up_screen(tournament=tournament, name="Hall", now=clock(), by=organiser)
    client.force_login(organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for number in (1, 2):
        tournament.refresh_from_db()
        stage = finding.main_stage(Tournament.objects.get(pk=tournament.pk))
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        if number == 1 and template == "swiss":  # a draft looks alike in every format
            look_at_everything(client, tournament)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        is_whole = template != "duplicate_swiss" and not any(match.boards.exists() for match in rnd.matches.all())
        if not is_whole:
            look_at_everything(client, tournament)
            return  # a result for each board or deck is another page's matter
        for match in rnd.matches.all():
            points = (101, 60) if match.is_of_two else (120, 85, 40)
            recording.record_result(match=match, points=points, by=organiser, now=clock())
        if number == 2:
            look_at_everything(client, tournament)
        running.close_round(rnd=rnd, now=clock.later(seconds=30))
    look_at_everything(client, tournament)
    assert Entry.objects.count() == 7


def test_a_page_of_paper_takes_few_queries_however_many_play(
    client, make_tournament, play_round, organiser, clock, django_assert_max_num_queries
):
    tournament = make_tournament(players=30, rounds=5)
    screen = paper_services.put_up_screen(tournament=tournament, name="Hall", now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    for _round in range(3):
        play_round(tournament)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    slug, entry = tournament.slug, tournament.entries.first()
    client.force_login(organiser)
    client.get(url("print", slug))  # the first page of a login notes the browser
    pages = [url("screen", paper_selectors.screen_code(screen)), url("results", slug, 4)]
    pages += [url(name, slug) for name in ("checkin", "lists", "screens", "print")]
    pages += [url("print-document", slug, name) for name in ("names", "pairings", "standings", "crosstable", "slips")]
    files = [url("export", slug, name, "csv") for name in exports.NAMES]
    most = [*((page, 22 if page == pages[1] else 20) for page in pages), *((file, 30) for file in files)]
    for page, queries in (*most, (url("card", slug, entry.public_id), 30)):
        with django_assert_max_num_queries(queries, info=page):
            assert client.get(page).status_code == 200
