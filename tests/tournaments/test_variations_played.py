"""Every variation that the sources let people agree on (docs/rules/README.md), in a rule set of a club: chosen, played
at a live table and typed on a score sheet by hand, each to its end, and read again from what was kept."""

import re
from pathlib import Path

import pytest

from clubs import services as clubs
from games import engine
from games.engine.record import checked
from games.live.finished import archive, game_records
from games.models import Deal, HouseRules, Table
from games.services import house_rules
from games.services import tables as table_services
from tests.games import sittings
from tests.games.engine.by_hand.read_off import played
from tests.games.engine.variants.test_composed import BY_KIND, CHOSEN, house_rules_with
from tests.games.engine.variants.test_every_option import others
from tests.games.live import live_tables
from tests.tournaments.whole_evenings import SHORT, Combination, WholeEvening, deal_of
from tournaments.formats import TEMPLATES
from tournaments.models import Match, MatchState
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import score_sheets

pytestmark = pytest.mark.django_db(transaction=True)
GUIDE = Path(__file__).parents[2] / "docs" / "rules" / "README.md"
OF_LAWS = {"short_penalty", "correct_at_once", "accept_after_exposure", "seen_ban_out_of_turn", "cnq_laws"}


def listed() -> set[str]:
    """The options in the table of variations."""
    said = GUIDE.read_text().partition("## The variations")[2].partition("## Words")[0]
    return {name for row in said.splitlines() if row.startswith("| ") for name in re.findall(r"`([a-z_]+)`", row)}


def together(base: engine.RuleSet) -> str:
    """The key of a rule set that differs from this preset in as many options as go together."""
    key = base.key
    for name in CHOSEN:
        if name in engine.own_values(key):
            continue
        try:
            values = others(engine.VARIANTS[key], name)
        except KeyError:  # an option of another kernel
            continue
        for value in values:
            try:
                key = engine.house_key(key, **{name: value})
            except engine.Impossible:
                continue
            break
    return key


MANY = {kind: together(base) for kind, base in BY_KIND.items()}


def alone() -> dict[str, str]:
    """Of each option that is in none of `MANY` a rule set with it."""
    met = {name for key in MANY.values() for name in engine.own_values(key)}
    return {
        name: next(rules.key for rules, _name, _value in house_rules_with(name)) for name in CHOSEN if name not in met
    }


SOME = sorted({*MANY.values(), *alone().values()})


def test_nothing_of_the_list_is_missing():
    chosen = {name for key in SOME for name in engine.own_values(key)}
    assert listed() >= set(CHOSEN)
    assert chosen == set(CHOSEN)


@pytest.fixture
def member(club, organiser):
    ann = live_tables.person("Ann")
    clubs.add_member(club=club, user=ann, by=organiser)
    return ann


@pytest.fixture
def agreed(club, organiser, clock):
    """The club makes this rule set; it is what a person of the club may choose."""

    def agree(key: str) -> HouseRules:
        chosen = {"preset": engine.base_of(key), "options": engine.own_values(key)}
        HouseRules.objects.all().delete()
        return house_rules.make(club=club, name="Ours", by=organiser, now=clock(), **chosen)

    return agree


def at_a_table(member, key: str) -> None:
    """A member sits down with the house; every deal and the whole sitting are read again by rules with these values."""
    laws = "table_laws" if OF_LAWS & engine.own_values(key).keys() else "strict"
    table = table_services.open_practice(
        user=member, rules_key=key, level="novice", pace="fast", laws=laws, now=live_tables.now()
    )
    short = SHORT.get(engine.VARIANTS[key].sheet.name, {})
    options = {name: value for name, value in short.items() if name not in engine.own_values(key)} | table.options
    Table.objects.filter(pk=table.pk).update(options=options)
    table = sittings.play_out(Table.objects.get(pk=table.pk), level="novice")
    assert (table.rules_name, table.status) == ("Ours", "over")
    deals = list(Deal.objects.filter(table=table))
    assert deals
    assert all(archive.deal_record(deal) for deal in deals)
    [(told, state)] = checked((game_records.game_record(table) or "").splitlines())
    rules = engine.parse_rules(told.header("Rules"))
    assert rules == engine.rule_set(key, **options)
    assert {name: getattr(rules, name) for name in engine.own_values(key)} == engine.own_values(key)
    assert engine.is_over(rules, state)


class AtTheHall(WholeEvening):
    """An evening in person whose sheets hold what random play came to, then deals of one side until it is over."""

    sheets = 0

    def play_match(self, match: Match) -> None:
        match = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
        if not sheets.takes_deals(match):
            super().play_match(match)
            return
        key, version, sheet = self.one.variant, 0, sheets.score_sheet(match)
        said, _sheet, _dealers = played(engine.VARIANTS[key], 2, len(sheet.sitters) or match.sides.count())
        while not sheet.is_over:
            entry = (
                said[version] if version < len(said) else deal_of(sheet.rules, len(sheet.sitters), sheet.book.closed)
            )
            sheet = score_sheets.enter_deal(
                match=match, entry=entry, key=str(version), version=version, now=self.clock()
            )
            version += 1
        again = sheets.score_sheet(Match.objects.get(pk=match.pk))
        assert again.book == sheet.book, "the lines that were kept come to the same sheet"
        assert {name: getattr(again.rules, name) for name in engine.own_values(key)} == engine.own_values(key)
        score_sheets.send_sheet(match=match, version=version, now=self.clock(), by=self.organiser, is_final=True)
        self.sheets += 1


def by_hand(club, organiser, clock, key: str) -> None:
    """An evening of the club in person, deal by deal on its score sheets."""
    offered = [name for name in TEMPLATES if Combination(key, name, "game", "in_person").is_offered]
    one = Combination(key, "swiss" if "swiss" in offered else offered[0], "game", "in_person")
    evening = AtTheHall(club, organiser, clock, one)
    tournament = evening.play()
    assert (tournament.state, tournament.rules_name) == ("finished", "Ours")
    ours = Match.objects.filter(round__stage__tournament=tournament)
    assert {match.state for match in ours} == {MatchState.OVER}
    assert evening.sheets


@pytest.mark.parametrize("key", SOME)
def test_many_variations_together_are_played_online(agreed, member, key):
    agreed(key)
    at_a_table(member, key)


@pytest.mark.parametrize("key", SOME)
def test_many_variations_together_are_typed_by_hand(agreed, club, organiser, clock, key):
    agreed(key)
    by_hand(club, organiser, clock, key)


@pytest.mark.marathon
@pytest.mark.parametrize("option", CHOSEN)
def test_every_value_of_every_variation_is_played_online_and_typed_by_hand(
    agreed, member, club, organiser, clock, option
):
    """In each kernel, seating and sheet that has it."""
    failures, seen = [], 0
    for rules, _name, _value in house_rules_with(option):
        seen += 1
        try:
            agreed(rules.key)
            at_a_table(member, rules.key)
            by_hand(club, organiser, clock, rules.key)
        except Exception as wrong:
            failures.append(f"{rules.key}: {wrong!r}")
    assert seen
    assert not failures, "\n".join(failures)
