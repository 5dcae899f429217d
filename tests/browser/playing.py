"""What a person does next in each game, read only from the page; the deals are meant to end soon, not well."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic

from conftest import ROOT
from playwright.sync_api import Locator, Page
from seat import Look, Person

from tests import ready_databases

RANKS = "A23456789TJQK"
PAUSE_MS = 25  # between two looks at a table at which there is nothing to do
Step = Callable[[Person, Look], bool]

OPEN = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
people = [
    accounts.official(username=f"{{name}}-{key}", name=name, email="", password="seven of hearts")
    for name in ("Ann", "Ben")
]
table = tables.open_table(
    rules_key="{rules}",
    seats=[tables.SeatSpec(user) for user in people],
    options={options},
    label="Ann - Ben",
    settings={{"pace": "fast", "shuffle": "players"}} | {settings},
    now=timezone.now(),
)
print("table", table.public_id)
"""


# Reads one JSON string of code a line; answers each with what it printed and how it failed, also one line of JSON.
SHELL = """
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    printed, wrong = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), dict(globals()))
        except Exception:
            wrong = traceback.format_exc()
    print(json.dumps([printed.getvalue(), wrong]), flush=True)
"""


def in_shell(site, code: str) -> str:
    """What this prints in the shell of the site."""
    shell = _shell(site.data)
    shell.stdin.write(json.dumps(code) + "\n")
    shell.stdin.flush()
    printed, wrong = json.loads(shell.stdout.readline())
    assert not wrong, wrong
    return printed


@cache
def _shell(data: Path) -> subprocess.Popen[str]:
    """The one shell of a site: starting it takes seconds. It ends when the tests do, whose pipe it reads."""
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", SHELL]
    pipe = subprocess.PIPE
    env = ready_databases.of_a_site(data)
    return subprocess.Popen(command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, text=True)


def table_of_two(site, rules: str, *, key: str, options: object, settings: object) -> str:
    """A table between two people who can sign in as Ann-key and Ben-key; its public id."""
    code = OPEN.format(rules=rules, key=key, options=options, settings=settings)
    return re.findall(r"^table (\w+)$", in_shell(site, code), re.MULTILINE)[0]


def practise(page: Page, rules: str, laws: str = "strict") -> Person:
    """Sit down with the house, which answers at once, as a guest."""
    page.goto(f"/tables/new/?rules={rules}")
    page.locator("select[name=pace]").select_option("quick")
    page.locator("select[name=laws]").select_option(laws)
    page.locator("main form button.primary").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    return Person(page)


def practise_until(page: Page, rules: str, play: Step, is_there: Callable[[Person], bool]) -> Person:
    """Practise until something is there to be seen; where the house is quicker, another game."""
    person, until = practise(page, rules), monotonic() + 120
    while not is_there(person):
        assert monotonic() < until, person.table.inner_text()
        if (look := person.look()).is_over:
            person = practise(page, rules)
        elif not play(person, look):
            page.wait_for_timeout(PAUSE_MS)
    return person


def gin(person: Person, look: Look) -> bool:
    """Leaves the upcard, draws from the stock, ends the deal as soon as that is offered; whether there was anything."""
    return _answers(person, look) or _uses("gkvs", person, look) or _throws(person, look)


def colonel(person: Person, look: Look) -> bool:
    """Draws and lays what melds; from the second deal on dares the other to show hands as they are, who does."""
    if _answers(person, look) or _uses("yxsu" if look.scored else "ysu", person, look):
        return True
    if len(look.meld) >= 3 and look.may_throw and not look.chosen:
        for card in look.meld:
            person.pick(card)
        person.use("n")
        return True
    return _throws(person, look)


def conquian(person: Person, look: Look) -> bool:
    """Uses the card on offer whenever it can, forces whenever it may, else turns and passes."""
    if _answers(person, look):
        return True
    if look.is_arranging:
        return _uses("d", person, look) or throw(person, look) or _uses("wrv", person, look)
    return _uses("urfv", person, look) or _throws(person, look)


def _answers(person: Person, look: Look) -> bool:
    """A sheet that asks is answered, a scored deal left behind."""
    if look.is_asked:
        person.confirm()
    elif look.waits:
        person.go_on()
    return look.is_asked or look.waits


def _uses(keys: str, person: Person, look: Look) -> bool:
    """Use the first of these verbs that is offered; whether one was."""
    for key in keys:
        if key in look.verbs:
            person.use(key)
            return True
    return False


def _throws(person: Person, look: Look) -> bool:
    """Throw a card when it is time to; whether one was thrown."""
    return look.may_throw and throw(person, look)


def throw(person: Person, look: Look) -> bool:
    """Throw the highest card outside the melds that may be thrown; whether one could be."""
    for card in look.chosen:
        person.pick(card)
    for card in sorted(look.cards, key=lambda card: (card in look.melded, -RANKS.index(card[0]))):
        person.pick(card)
        if person.verb("d").count():
            person.use("d")
            return True
        person.pick(card)
    return False


def play_until(person: Person, done: "Locator | None" = None, *, seconds: float = 240) -> None:
    """Play gin until the sitting is over (or `done` is there), at most so long."""
    until = monotonic() + seconds
    while not (look := person.look()).is_over and not (done is not None and done.count()):
        assert monotonic() < until, f"not over after {seconds} s: {person.table.locator('.gt-status').inner_text()}"
        if not gin(person, look):
            person.page.wait_for_timeout(PAUSE_MS)
