"""A person at a live table in the browser tests: reads the page, presses its buttons and keys."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from time import monotonic

from playwright.sync_api import Locator, Page, TimeoutError, expect

SHORT = 1_000  # ms: a button may vanish under the finger when the other side moves
IN_A_ROW, EVERY_S = 15, 0.3  # what the table bears from one page: so many moves at once, then one in this time
ENABLED = '[aria-disabled="false"]:not([data-early])'  # what may be done now, not what may be chosen in advance

# What a look at the table tells, in one question to the page.
LOOK = """table => {
    const all = (css) => [...table.querySelectorAll(css)], has = (css) => table.querySelector(css) !== null;
    const cards = (css) => all(css).map((card) => card.dataset.card);
    return {
        verbs: all('.gt-verb[aria-disabled="false"]:not([data-early])').map((verb) => verb.dataset.key),
        cards: cards('.gt-card'), melded: cards('.gt-card.melded'), meld: cards('.gt-card.melded.m0'),
        chosen: cards('.gt-card[aria-selected="true"]'),
        may_throw: all('.gt-status.mine').some((status) => /throw|t[ií]r/i.test(status.textContent))
            && !has('.gt-verb[title="Waiting for the table."]'),
        is_asked: has('dialog[open]'), is_arranging: has('.gt-arrange'),
        waits: all('.gt-result .button.primary, .gt-wait .button.primary').length > 0, is_over: has('.gt-end'),
        scored: all('.gt-sheet tbody th').length,
    };
}"""


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a table shows: the keys of the verbs that may be used now, the hand, the deals scored."""

    verbs: list[str]
    cards: list[str]
    melded: list[str]
    meld: list[str]
    chosen: list[str]
    may_throw: bool
    is_asked: bool
    is_arranging: bool
    waits: bool
    is_over: bool
    scored: int


def press(button: Locator, by: Callable[..., None] = Locator.click) -> bool:
    """Press a button that may be gone by now; whether it was there."""
    try:
        by(button, timeout=SHORT)
    except TimeoutError:
        return False
    return True


def in_menu(table: Page | Locator, name: str) -> None:
    """Press a button of the menu, which is a sheet where there is no room beside the felt."""
    more = table.locator(".gt-opens").last
    if more.is_visible():
        more.click()
    table.get_by_role("button", name=name, exact=True).click()


def to_first_deal(page: Page, table: str) -> None:
    """From a finished table to the page of its first deal; on a phone its link is in a sheet."""
    page.goto(f"/tables/{table}/")
    more, row = page.locator(".gt-opens").last, page.get_by_role("link", name="Deal 1", exact=True)
    expect(more.or_(row).first).to_be_attached()
    if more.is_visible():
        more.click()
    row.click()


def sign_in(page: Page, site) -> None:
    """The organiser signs in with the login that the first start printed."""
    sign_in_as(page, site.username, site.password)


def sign_in_as(page: Page, username: str, password: str) -> None:
    """Somebody signs in."""
    page.goto("/accounts/login/")
    page.locator("#id_login").fill(username)
    page.locator("#id_password").fill(password)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/me/")


class Person:
    """Sits at the table of a page and plays plainly: leaves the upcard, draws, ends the deal when offered, throws."""

    by = staticmethod(Locator.click)  # how a button is pressed

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("gin-table")
        expect(self.table.locator(".gt-status")).to_be_visible()
        self._rested = monotonic() - IN_A_ROW * EVERY_S

    def breathe(self) -> None:
        """Before a move: nobody moves faster, for long, than a table bears."""
        now = monotonic()
        self._rested = max(self._rested + EVERY_S, now - IN_A_ROW * EVERY_S)
        if self._rested > now:
            self.page.wait_for_timeout((self._rested - now) * 1000)

    def verb(self, key: str) -> Locator:
        """An enabled verb of the action bar by its key."""
        return self.table.locator(f'.gt-verb[data-key="{key}"]{ENABLED}')

    def card(self, name: str) -> Locator:
        """A card of the hand."""
        return self.table.locator(f'.gt-card[data-card="{name}"]')

    def look(self) -> Look:
        """What the table shows now."""
        return Look(**self.table.evaluate(LOOK))

    @property
    def is_over(self) -> bool:
        """Is the sitting over?"""
        return self.table.locator(".gt-end").count() > 0

    def hand(self) -> set[str]:
        """The cards in hand as the page names them."""
        return set(self.look().cards)

    # ---- what a hand does; here by the mouse

    def use(self, key: str) -> None:
        """Use the verb with this key."""
        self.breathe()
        press(self.verb(key).first, self.by)

    def pick(self, card: str) -> None:
        """Choose a card of the hand, or put it back."""
        press(self.card(card), self.by)

    def confirm(self) -> None:
        """Say yes to the sheet that asks."""
        self.breathe()
        press(self.table.locator("dialog[open] .button.primary"), self.by)

    def go_on(self) -> None:
        """Ask for the next deal at once."""
        press(self.table.get_by_role("button", name="Next deal"), self.by)


class Typist(Person):
    """Does everything by the keyboard; the first Tab stops lead to the table."""

    def use(self, key: str) -> None:
        self.breathe()
        self.go_to("gin-table")
        self.page.keyboard.press(key)

    def pick(self, card: str) -> None:
        self.go_to("gin-table")
        self.page.keyboard.press("Home")
        for _ in range(12):
            if self.page.evaluate("document.activeElement.dataset.card") == card:
                return self.page.keyboard.press(" ")
            self.page.keyboard.press("ArrowRight")
        return None  # the table has moved on meanwhile

    def confirm(self) -> None:
        self.breathe()
        self.go_to("dialog[open] .button.primary")
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        if self.go_to(".gt-result .button.primary, .gt-wait .button.primary", may_be_gone=True):
            self.page.keyboard.press("Enter")

    def go_to(self, inside: str, *, may_be_gone: bool = False) -> bool:
        """Tab on until the focus is in this; False when it is gone by now and may be: a deal comes by itself, too."""
        for _ in range(60):
            if self.is_in(inside):
                return True
            if may_be_gone and not self.page.locator(inside).count():
                return False
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {inside}")

    def is_in(self, inside: str) -> bool:
        """Is the focus in this?"""
        return bool(self.page.evaluate("inside => document.activeElement.closest(inside) !== null", inside))


class Toucher(Person):
    """Does everything with a finger."""

    by = staticmethod(Locator.tap)

    def pick(self, card: str) -> None:
        with suppress(TimeoutError):  # cards overlap: what is seen of one for certain is its corner
            self.card(card).tap(position={"x": 10, "y": 20}, timeout=SHORT)


class Dragger(Person):
    """Drags what can be dragged: a card from a pile into the hand, a card from the hand onto the discards."""

    def use(self, key: str) -> None:
        pile = self.table.locator({"s": ".stock .gt-pile.open", "u": ".discards .gt-pile.open"}.get(key, ".none"))
        chosen = self.table.locator('.gt-card[aria-selected="true"]')
        onto = self.table.locator(".discards .gt-pile")
        if pile.count():
            self.drag(pile.first, self.table.locator(".gt-hand"))
        elif key == "d" and onto.count() and chosen.count() == 1:
            self.drag(chosen, onto.first)
        else:
            super().use(key)

    def drag(self, what: Locator, onto: Locator) -> None:
        """Take what is seen of a thing to the middle of another, and let go. Either may be gone by now."""
        self.breathe()
        boxes = what.bounding_box(), onto.bounding_box()
        if not (boxes[0] and boxes[1]):
            return
        start, end = boxes
        mouse = self.page.mouse
        mouse.move(start["x"] + min(14, start["width"] / 2), start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()


# The cue, as the tree of roles has it: quoted where there is a colon in it.
THROWING = r'paragraph: "?(Your turn\.|The stock is used up:).*throw'


class Reader(Person):
    """Knows what a screen reader tells and nothing else: roles, names and states; presses what it finds by them."""

    RANKS = dict(zip("A23456789TJQK", ("ace", *map(str, range(2, 11)), "jack", "queen", "king"), strict=True))
    SUITS = dict(zip("CDHS", ("clubs", "diamonds", "hearts", "spades"), strict=True))
    # The key of each verb, and how its name begins.
    VERBS = {
        "u": "Take |Use ", "s": "Stock", "k": "Knock", "g": "Gin|Big gin", "r": "Turn|Reject", "f": "Make ",
        "v": "Pass|Let ", "d": "Discard|Throw|Lay down", "n": "Lay [^d]|Play on", "y": "Accept", "x": "Challenge|Fold",
        "w": "Next way",
    }  # fmt: skip

    @property
    def moves(self) -> Locator:
        """The buttons of what may be done now."""
        return self.page.get_by_role("group", name="Your move").get_by_role("button", disabled=False)

    def verb(self, key: str) -> Locator:
        return self.moves.and_(self.page.get_by_role("button", name=re.compile(f"^({self.VERBS[key]})[^:]*$")))

    def card(self, name: str) -> Locator:
        spoken = f"^{self.RANKS[name[0]]} of {self.SUITS[name[1]]}"
        return self.page.get_by_role("option", name=re.compile(spoken))

    def look(self) -> Look:
        """See Person: from the tree of roles, not from the page."""
        tree = self.page.get_by_role("main").aria_snapshot()
        ranks, suits = ({word: short for short, word in words.items()} for words in (self.RANKS, self.SUITS))
        found = re.findall(r'- option "(\w+) of (\w+)([^"]*)"(.*)', tree)
        cards = [(ranks[rank] + suits[suit], said, state) for rank, suit, said, state in found]
        names = re.findall(r'button "([^":]+)"(?! \[disabled)', part(tree, 'group "Your move"'))
        return Look(
            verbs=[key for key, begins in self.VERBS.items() if any(re.match(begins, name) for name in names)],
            cards=[card for card, _, _ in cards],
            melded=[card for card, said, _ in cards if "in a set" in said or "in a run" in said],
            meld=first_meld([(card, said) for card, said, _ in cards]),
            chosen=[card for card, _, state in cards if "[selected]" in state],
            may_throw=bool(re.search(THROWING, tree, re.IGNORECASE)),
            is_asked="- dialog" in tree,
            is_arranging="Arrange your table" in tree,
            waits='button "Next deal"' in tree,
            is_over='button "Rematch"' in tree,
            scored=len(re.findall(r'rowheader "\d', tree)),
        )

    def confirm(self) -> None:
        self.breathe()
        press(self.page.get_by_role("dialog").get_by_role("button").first)


def first_meld(cards: list[tuple[str, str]]) -> list[str]:
    """The cards of the first set, else of the first run, by what is said of each."""
    for kind, of in (("in a set", 0), ("in a run", 1)):
        named = [card for card, said in cards if kind in said]
        if named:
            return [card for card in named if card[of] == named[0][of]]
    return []


def part(tree: str, head: str) -> str:
    """The lines of a tree of roles that stand under one that holds this."""
    lines = tree.splitlines()
    begins = next((n for n, line in enumerate(lines) if head in line), len(lines))
    depths = [len(line) - len(line.lstrip()) for line in lines]
    under = takewhile(lambda n: depths[n] > depths[begins], range(begins + 1, len(lines)))
    return "\n".join(lines[n] for n in under)
