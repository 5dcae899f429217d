"""Every page that a link leads to: one of each address, of each format where the address is a tournament's."""

import re
from collections import deque
from urllib.parse import urlsplit

import pytest
from conftest import Shoot, Site, complaints
from django.urls import Resolver404, resolve
from playing import in_shell
from playwright.sync_api import Error, Page
from seat import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.marathon]

# Evenings of every kind, one round under way in each, and what a club has beside them.
FILL = """
from datetime import date
from django.utils import timezone
from clubs.models import Club
from accounts import services as accounts
from accounts.models import User
from games.services import challenges, seeks
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.models import Round
from tournaments.seasons.services import making
from tournaments.stages.services import progression as stages
from webhooks.services import endpoints
now, club = timezone.now(), Club.objects.order_by("pk").first()
olga = User.objects.get(username="{username}")
teams = ("team_swiss", "team_round_robin")
for template in {templates}:
    tournament = creating.create_tournament(
        club=club, name=f"Every {{template}}", variant="cutthroat" if "pod" in template else "gin-rummy-com", by=olga,
        now=now, template=template, mode="in_person", settings={{"automatic": False}},
        options={{"boards": 2}} if template in teams else {{}},
    )
    team = ["Aces", "Aces", "Bees", "Bees"] if template in teams else [""] * 9
    lines = ["name,team", *(f"Player {{n}},{{end}}" for n, end in enumerate(team))]
    entering.import_entries(tournament=tournament, text="\\n".join(lines), dry_run=False, now=now)
    entering.check_in_all(tournament=tournament, by=olga, now=now)
    stages.begin(tournament=tournament, by=olga, now=now)
    if template == "ladder":
        continue
    pairing_requests.pair_next(tournament=tournament, now=now, by=olga)
    for rnd in Round.objects.filter(stage__tournament=tournament):
        editing.publish_round(rnd=rnd, now=now, by=olga)
        running.start_round(rnd=rnd, now=now, by=olga)
endpoints.add(club=club, url="https://1.1.1.1/hook", kinds=["round.published"], by=olga, now=now)
days = {{"since": date(now.year, 1, 1), "until": date(now.year, 12, 31)}}
cleo = accounts.official(username="cleo", name="Cleo", email="", password="a long password")
User.objects.filter(pk=cleo.pk).update(public_id="{asked}")
wish = seeks.Wish(rules="gin-rummy-com", clock={{"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}})
challenges.challenge(by=olga, to=cleo, wish=wish, now=now)
seeks.seek(user=olga, wish=wish, now=now)
making.create_season(club=club, name="The Year", by=olga, now=now, **days)
"""
TEMPLATES = ("swiss", "double_elim", "team_swiss", "duplicate_swiss", "pod_swiss", "groups_cut", "league", "ladder")
# Not pages: files, what signs out or changes the language, and pages that are not ours.
LEFT_OUT = re.compile(r"/(api|admin|language|static)/|/logout/|\.(csv|json|jsonl|txt|ics|trf|svg|webp|css|html)$")
ASKED = "asked1to1a12"  # whom the organiser has challenged
# Pages without a link for whoever is signed in and already has all; looked at in tests of their own.
OPENED = ("/play/find/", "/play/seeking/", f"/play/challenges/to/{ASKED}/", "/site/mails/", "/claim/", "/conduct/",
          "/fair-deals/", "/s/")  # fmt: skip


def kind_of(path: str) -> str | None:
    """The address's form, with the format of its tournament; None for what is no page of ours."""
    if LEFT_OUT.search(path):
        return None
    try:
        route = resolve(path).route
    except Resolver404:
        return path
    event = re.match(r"/[to]/every-([a-z_]+)/", path)
    return f"{route} {event.group(1) if event else ''}"


def links(page: Page) -> list[str]:
    """The paths that the links of a page lead to on this site."""
    found = page.evaluate("[...document.querySelectorAll('a[href]')].map(a => [a.href, a.hasAttribute('download')])")
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    return [urlsplit(href).path for href, is_file in found if href.startswith(origin) and not is_file]


def crawl(
    page: Page, axe: str, shoot: Shoot, mark: str, opened: tuple[str, ...] = ()
) -> tuple[dict[str, str], list[str]]:
    """Follow links, one of each kind, and look at each page: the path of each kind, and what is wrong."""
    seen: dict[str, str] = {}
    wrong: list[str] = []
    todo = deque(["/", *opened])
    while todo:
        path = todo.popleft()
        kind = kind_of(path)
        if kind is None or kind in seen:
            continue
        seen[kind] = path
        try:
            answer = page.goto(path)
        except Error as error:
            wrong += [] if "Download is starting" in error.message else [f"{path}: {error.message}"]
            continue
        if not answer or "html" not in answer.headers.get("content-type", ""):
            continue
        wrong += [f"{path}: {answer.status}"] if answer.status >= 400 else []
        wrong += complaints(page, axe)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{path} scrolls sideways")
        shoot(page, f"every-{mark}-{re.sub('[^a-z0-9]+', '-', kind.lower()).strip('-')}")
        todo.extend(links(page))
    return seen, wrong


@pytest.fixture(scope="session")  # as long as the site
def filled(site: Site) -> Site:
    """The site with evenings of every kind."""
    in_shell(site, FILL.format(username=site.username, templates=TEMPLATES, asked=ASKED))
    return site


SIZES = [(320, "dark", "es-ES"), (320, "light", "en-US"), (1280, "light", "en-US"), (844, "light", "en-US")]


@pytest.mark.parametrize(("width", "scheme", "language"), SIZES)
def test_every_page_is_clean_and_fits_its_window(visit, filled, axe, shoot, width, scheme, language) -> None:
    page = visit(width, 390 if width == 844 else 800, scheme, language)
    sign_in(page, filled)
    seen, wrong = crawl(page, axe, shoot, f"{width}-{language[:2]}", OPENED)
    print(len(seen), "kinds of pages")
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 350


@pytest.mark.parametrize("language", ["es-ES", "en-US"])
def test_what_a_visitor_finds_is_clean_and_fits_a_small_phone(visit, filled, axe, shoot, language) -> None:
    seen, wrong = crawl(visit(320, 568, "light", language), axe, shoot, f"visitor-{language[:2]}")
    print(len(seen), "kinds of pages")
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 100
