"""A Swiss stage: a fixed number of rounds in which entries with equal points meet."""

from tournaments.formats.facts import Facts, Format, Meeting, Plan, Ranking
from tournaments.formats.terms import COMMON, MOST_ROUNDS, Choice, TieBreaks, Whole
from tournaments.pairing import CannotPair, Heard, Rules, default_keys, lifted, pair, rank, unheard
from tournaments.pairing.lots import drawn
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
VERSION = "1"


def rules_of(facts: Facts) -> Rules:
    """The rules of the pairing engine from the stage's settings."""
    return Rules(
        system=facts.settings.get("system", "card"),
        rounds=facts.settings["rounds"],
        order=facts.settings.get("order", "number"),
        forbidden=facts.forbidden,
        initial_first=drawn((0, 1), f"{facts.seed}:first deal")[0] == 0,
        accelerated=_accelerated(facts),
        soft=facts.avoided,
        waived=facts.waived,
        coming=facts.coming,
    )


def _accelerated(facts: Facts) -> frozenset[int]:
    """The entrants with Baku acceleration, if the stage has it. It needs a points table in which a tie is half a win
    and a loss is worth nothing."""
    table = facts.crosstable.table
    if facts.settings.get("acceleration") != "baku" or table.loss or 2 * table.tie != table.win:
        return frozenset()
    return lifted(facts.crosstable)


def rounds(facts: Facts) -> int:
    """The declared number of rounds."""
    return int(facts.settings["rounds"])


def pairs(facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
    """The next round by the system's rules. Absent entrants have a bye without points, or the one that they asked for;
    entrants who rest when only remaining games are played have one with half a point."""
    rules = rules_of(facts)
    found = pair(facts.crosstable, rules, heard)
    if isinstance(found, CannotPair):
        return found
    tables = tuple(map(Meeting, found.boards))
    seen = {n for board in found.boards for n in board} | {found.bye}
    rests = dict.fromkeys(found.resting, "half")
    away = tuple(
        (n, rests.get(n) or one.bye or "zero") for n, one in facts.entrants.items() if n not in seen and not one.is_gone
    )
    byes = (*([(found.bye, "pab")] if found.bye else []), *away)
    return Plan(engine=rules.system, version=f"{rules.system}-{VERSION}", tables=tables, byes=byes, trace=found.trace)


def rankings(facts: Facts) -> tuple[Ranking, ...]:
    """One table: points, then the tie-breaks in the stage's order."""
    keys = tuple(facts.settings["tiebreaks"])
    return (Ranking(0, keys, rank(facts.crosstable, keys, facts.seed)),)


TIE_BREAKS = _("Tie-breaks, in order")
IN_ORDER = _(
    "Leave it empty for the usual ones. Else words of the list below with commas between them: the first decides "
    "first. They can be chosen later, too, on the page “Points and tie-breaks”."
)
SWISS = Format(
    key="swiss",
    name=_("Swiss"),
    is_fixed=False,
    settings={
        **COMMON,
        "rounds": Whole(5, _("Rounds"), least=1, most=MOST_ROUNDS, part="first"),
        "system": Choice(
            "card",
            _("Swiss system"),
            choices=[
                ("card", _("card clubs (the deal is cut for)")),
                ("dutch", _("FIDE Dutch (the order of dealing is balanced)")),
            ],
        ),
        "order": Choice(
            "number",
            _("Equal scores are paired by"),
            choices=[("number", _("start number")), ("standing", _("standing"))],
        ),
        "acceleration": Choice(  # virtual points in the first rounds
            "none",
            _("The start of a Swiss"),
            help=_("For many players and few rounds, where a tie is half a win."),
            choices=[
                ("none", _("upper half against lower half")),
                ("baku", _("the best against the best (Baku acceleration)")),
            ],
        ),
        "half_byes": Whole(1, _("Half-point byes that a player may ask for"), most=MOST_ROUNDS),
        "no_half_byes_last": Whole(1, _("Last rounds without half-point byes"), most=MOST_ROUNDS, needs="half_byes"),
        "tiebreaks": TieBreaks(list(default_keys("swiss")), TIE_BREAKS, help=IN_ORDER),
    },
    rounds=rounds,
    pairs=pairs,
    rankings=rankings,
)
