"""What a slip costs where it differs from the laws of every game."""

from django.utils.translation import gettext as _

from games import engine
from games.live.presets.point import ENDING, SCORE, TURN, Points, point


def tell(rules: engine.RuleSet) -> Points:
    """The points of the options of laws that are chosen otherwise than usual; and of advice."""
    if rules.advice:
        said = _("Partners see each other’s cards and advise.")
        yield point(TURN, "advice", _("Advice"), said, "3P-10")
    if rules.kernel.name == "colonel" and rules.discard_view == "open" and rules.pickup == "top":
        yield point(TURN, "discards", _("The discards"), _("All discards may be looked through."), "IRR-29")
    if rules.short_penalty == "add_to_count":
        said = _("A hand with too few cards at the end counts ten more for each.")
        yield point(SCORE, "short_penalty", _("Too few cards at the end"), said, "IRR-10")
    if rules.correct_at_once:
        said = _("A wrong number of cards is put right in one turn.")
        yield point(TURN, "correct_at_once", _("A wrong number of cards"), said, "IRR-9")
    if not rules.accept_after_exposure:
        said = _("A knock over the limit cannot be accepted any more once cards have been shown.")
        yield point(ENDING, "accept_after_exposure", _("A knock over the limit"), said, "IRR-23")
    if rules.seen_ban_out_of_turn == "next_turn":
        said = _("A player who saw a card of the stock out of turn may only go gin in the next turn.")
        yield point(ENDING, "seen_ban_out_of_turn", _("A card seen out of turn"), said, "IRR-19")
    if rules.cnq_laws == "none":
        said = _("The laws of 1913 for slips do not hold.")
        yield point(ENDING, "cnq_laws", _("Foster’s laws"), said, "IRR-40 IRR-41 IRR-42 IRR-43")
