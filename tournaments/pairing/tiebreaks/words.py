"""A name and a plain sentence for each tie-break, for players. English; the pages put them through gettext."""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.pairing.modifiers import Modifiers
from tournaments.pairing.tiebreaks import LOT, TieBreak, tiebreak


def gettext_noop(text: str) -> str:
    """Marks a text for translators; the page translates it."""
    return text


_ = gettext_noop

WORDS: dict[str, tuple[str, str]] = {
    "DE": (_("Direct encounter"), _("points among those who are tied, where all of them have met")),
    "WIN": (_("Wins"), _("rounds with as many points as for a win")),
    "WON": (_("Won"), _("matches won by playing")),
    "BPG": (_("Played second"), _("matches in which the other side dealt first")),
    "BWG": (_("Won second"), _("matches won in which the other side dealt first")),
    "PS": (_("Running score"), _("the scores after each round, added up: early points count more")),
    "REP": (_("Rounds there"), _("rounds that the player was there to play")),
    "STD": (_("Standard points"), _("1 for a win, ½ for a tie, whatever the points table")),
    "TPN": (_("Start number"), _("the lower start number first")),
    "BH": (_("Buchholz"), _("the sum of the opponents’ scores")),
    "FB": (_("Fore Buchholz"), _("the sum of the opponents’ scores as if the last round had been tied everywhere")),
    "AOB": (_("Opponents’ Buchholz"), _("the average Buchholz of the opponents")),
    "SB": (_("Sonneborn-Berger"), _("each opponent’s score times the points won against it, added up")),
    "KS": (_("Koya"), _("points against those who have at least half of all possible points")),
    "ARO": (_("Opponents’ rating"), _("the average rating of the opponents")),
    "TPR": (_("Performance"), _("the rating that the results against these opponents are worth")),
    "PTP": (_("Perfect performance"), _("the lowest rating with which such a result was to be expected")),
    "APRO": (_("Opponents’ performance"), _("the average performance of the opponents")),
    "APPO": (_("Opponents’ perfect performance"), _("the average perfect performance of the opponents")),
    "RTNG": (_("Rating"), _("the higher rating first")),
    "MARGIN": (_("Margin"), _("points won minus points lost, over all matches")),
    "POINTS": (_("Game points"), _("points won, over all matches")),
    "GAMES": (_("Games"), _("games won, over all matches")),
    "SHUTOUTS": (_("Shutouts"), _("matches won with the other side left at nothing")),
    "OPPMARGIN": (_("Opponents’ margin"), _("the margins of all opponents, added up")),
    "MP": (_("Match points"), _("points for matches won and tied")),
    "GP": (_("Board points"), _("points of all boards, over all matches")),
    "EDE": (_("Direct encounter"), _("points among the tied teams, then board points among them")),
    "EMMSB": (_("Sonneborn-Berger, matches"), _("each opponent’s match points times the own match points against it")),
    "EMGSB": (_("Sonneborn-Berger, boards"), _("each opponent’s match points times the own board points against it")),
    "EGMSB": (_("Sonneborn-Berger, board by match"), _("each opponent’s board points times the own match points")),
    "EGGSB": (_("Sonneborn-Berger, all boards"), _("each opponent’s board points times the own board points")),
    "BC": (_("Board count"), _("each board’s points times its number, added up: the lowest first")),
    "TBR": (_("Top boards"), _("points on the first board that tells the tied apart")),
    LOT: (_("Lot"), _("drawn by the seed shown here: the same seed gives the same order")),
}


@dataclass(frozen=True, slots=True)
class Saying:
    """A text to translate, and what is then put into its places."""

    text: str
    values: dict[str, int]


def name_of(key: str) -> tuple[Saying, ...]:
    """The name of a tie-break in pieces, to be joined by spaces. Raises BadKey for one that cannot be."""
    return _said(key, 0)


def sentence_of(key: str) -> tuple[Saying, ...]:
    """What a tie-break is, in pieces, to be joined by commas. Raises BadKey for one that cannot be."""
    return _said(key, 1)


def _said(key: str, which: int) -> tuple[Saying, ...]:
    if key == LOT:
        return (Saying(WORDS[LOT][which], {}),)
    asked = tiebreak(key)
    found = [Saying(WORDS[asked.acronym][which], {})]
    for is_meant, name, sentence, values in MARKS:
        if is_meant(asked):
            found.append(Saying((name, sentence)[which], values(asked.how)))
    return tuple(found)


Mark = tuple[Callable[[TieBreak], bool], str, str, Callable[[Modifiers], dict[str, int]]]


def _nothing(how: Modifiers) -> dict[str, int]:
    return {}


def _cut(how: Modifiers) -> dict[str, int]:
    return {"n": how.cut_low}


MARKS: tuple[Mark, ...] = (
    (lambda t: t.how.points == "MP", _("by match points"), _("in match points"), _nothing),
    (lambda t: t.how.points == "GP", _("by board points"), _("in board points"), _nothing),
    (lambda t: t.how.cut_low == 1 and not t.how.cut_high, _("cut 1"), _("without the lowest"), _nothing),
    (lambda t: t.how.cut_low > 1 and not t.how.cut_high, _("cut %(n)d"), _("without the %(n)d lowest"), _cut),
    (lambda t: t.how.cut_high == 1, _("median 1"), _("without the lowest and the highest"), _nothing),
    (lambda t: t.how.cut_high > 1, _("median %(n)d"), _("without the %(n)d lowest and the %(n)d highest"), _cut),
    (lambda t: t.how.forfeits_played, _("with forfeits"), _("forfeits counted as played"), _nothing),
    (lambda t: t.how.fore, _("fore"), _("as if the last round had been tied everywhere"), _nothing),
    (lambda t: t.how.is_reversed, _("turned round"), _("in the opposite order"), _nothing),
    (
        lambda t: t.how.limit != Modifiers().limit,
        _("from %(percent)d %%"),
        _("with %(percent)d %% in place of half"),
        lambda how: {"percent": int(how.limit * 100)},
    ),
    (
        lambda t: bool(t.how.limit_steps),
        _("limit %(steps)+d"),
        _("with %(steps)+d half points to that limit"),
        lambda how: {"steps": how.limit_steps},
    ),
)
