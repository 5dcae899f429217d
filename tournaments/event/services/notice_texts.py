"""What tournaments tell people: the kinds that a reader chooses channels for, and the words of each notice."""

from django.utils.translation import gettext_lazy as _

from notices.kinds import INBOX, PUSH, Kind, Text, Words

PAIRING, START, TIME, RESULT, CALLED, RULING = "pairing", "start", "time", "result", "called", "ruling"
ENTRY, PLACE, CANCELLED, MISSING, CHALLENGE, NEWS = "entry", "place", "cancelled", "missing", "challenge", "news"

KINDS = (
    Kind(key=PAIRING, name=_("A pairing is up")),
    Kind(key=START, name=_("Your match starts")),
    Kind(key=TIME, name=_("The time of a match")),
    Kind(key=CHALLENGE, name=_("Challenges on a ladder")),
    Kind(key=RESULT, name=_("A result to confirm")),
    Kind(key=RULING, name=_("Rulings about your match")),
    Kind(key=NEWS, name=_("Announcements of the organiser")),
    Kind(key=ENTRY, name=_("Somebody entered you"), reaches_everybody=True),
    Kind(key=PLACE, name=_("A place on the waiting list"), reaches_everybody=True),
    Kind(key=CANCELLED, name=_("A tournament is cancelled"), reaches_everybody=True),
    Kind(key=CALLED, name=_("Directors: a table calls"), channels=frozenset((INBOX, PUSH))),
    Kind(key=MISSING, name=_("Directors: somebody is not there"), channels=frozenset((INBOX, PUSH))),
)


def _text(key: str, kind: str, title: Words, says: Words) -> Text:
    return Text(key=key, kind=kind, title=title, says=says)


TEXTS = (
    _text("published", PAIRING, _("Round %(round)s of %(tournament)s is paired"),
          _("You meet %(opponent)s at table %(table)s.")),
    _text("published.pod", PAIRING, _("Round %(round)s of %(tournament)s is paired"),
          _("You sit at table %(table)s with %(opponent)s.")),
    _text("published.bye", PAIRING, _("Round %(round)s of %(tournament)s is paired"),
          _("You have no opponent in this round.")),
    _text("taken_back", PAIRING, _("Round %(round)s of %(tournament)s is taken back"),
          _("The pairing does not hold any more. A new one follows.")),
    _text("started", START, _("Round %(round)s of %(tournament)s begins"),
          _("Play against %(opponent)s at table %(table)s.")),
    _text("started.pod", START, _("Round %(round)s of %(tournament)s begins"),
          _("Play at table %(table)s with %(opponent)s.")),
    _text("match_starts", START, _("Your match in %(tournament)s starts"), _("Play against %(opponent)s now.")),
    _text("reminder", START, _("Your match in %(tournament)s starts soon"),
          _("Against %(opponent)s: %(starts_at)s.")),
    _text("moved", START, _("Round %(round)s of %(tournament)s has another time"), _("It starts: %(starts_at)s.")),
    _text("moved.open", START, _("Round %(round)s of %(tournament)s has another time"),
          _("Its start is not fixed any more.")),
    _text("time_called", START, _("Time is called in %(tournament)s"),
          _("Finish the deal in play in round %(round)s; no other begins.")),
    _text("time_proposed", TIME, _("%(opponent)s proposes a time"),
          _("For your match in %(tournament)s, round %(round)s. Accept it or propose another one.")),
    _text("time_declined", TIME, _("A time is declined"),
          _("Your match with %(opponent)s in %(tournament)s still needs a time.")),
    _text("time_withdrawn", TIME, _("A time is taken back"),
          _("Your match with %(opponent)s in %(tournament)s still needs a time.")),
    _text("time_settled", TIME, _("Your match with %(opponent)s has a time"), _("%(tournament)s: %(starts_at)s.")),
    _text("time_queued", TIME, _("The director sets the time of your match"),
          _("You and %(opponent)s did not agree on a time in %(tournament)s.")),
    _text("settle_soon", TIME, _("Agree on a time with %(opponent)s"),
          _("Your match in %(tournament)s, round %(round)s, needs a time soon.")),
    _text("overdue", TIME, _("Your match with %(opponent)s is overdue"),
          _("Its days in %(tournament)s are over. The director decides what happens.")),
    _text("overdue.director", MISSING, _("A match of %(tournament)s is overdue"),
          _("%(players)s did not play in round %(round)s. It waits at the desk.")),
    _text("result_to_confirm", RESULT, _("Confirm a result in %(tournament)s"),
          _("A result of your match with %(opponent)s is entered. Say whether it is right.")),
    _text("result_ruled", RULING, _("A result in %(tournament)s was decided"),
          _("The director ruled on your match with %(opponent)s in round %(round)s: %(reason)s")),
    _text("ruling", RULING, _("A ruling at your table in %(tournament)s"), _("Table %(table)s: %(ruling)s %(reason)s")),
    _text("appeal_decided", RULING, _("An appeal in %(tournament)s is decided"), _("Table %(table)s: %(reason)s")),
    _text("called", CALLED, _("Table %(table)s calls in %(tournament)s"), _("%(who)s asks for a director: %(said)s")),
    _text("reported", CALLED, _("A report of conduct in %(tournament)s"), _("From table %(table)s.")),
    _text("side_missing", MISSING, _("Somebody is not there in %(tournament)s"),
          _("Round %(round)s, table %(table)s: %(players)s.")),
    _text("nobody_came", MISSING, _("Nobody came to a match of %(tournament)s"),
          _("Round %(round)s, table %(table)s: %(players)s. Decide it at the desk.")),
    _text("entered", ENTRY, _("You are entered in %(tournament)s"),
          _("%(entered_by)s entered you. If this is wrong, say so on the page of the tournament.")),
    _text("entered.waiting", ENTRY, _("You are on the waiting list of %(tournament)s"),
          _("%(entered_by)s entered you. You move up when a place is free.")),
    _text("place_free", PLACE, _("You have a place in %(tournament)s"),
          _("A place became free and it is yours. If you cannot come, withdraw so that somebody else can.")),
    _text("cancelled", CANCELLED, _("%(tournament)s is cancelled"), _("It is not played. %(reason)s")),
    _text("announcement", NEWS, _("%(tournament)s: an announcement"), _("%(words)s")),
    _text("challenged", CHALLENGE, _("%(opponent)s challenges you"),
          _("On the ladder %(tournament)s. Answer by: %(answer_at)s.")),
    _text("accepted", CHALLENGE, _("%(opponent)s accepts your challenge"),
          _("On the ladder %(tournament)s. Play by: %(play_at)s.")),
    _text("answer_soon", CHALLENGE, _("A challenge waits for your answer"),
          _("From %(opponent)s, on the ladder %(tournament)s. Answer by: %(answer_at)s.")),
    _text("play_soon", CHALLENGE, _("A challenge is to be played soon"),
          _("With %(opponent)s, on the ladder %(tournament)s. Play by: %(play_at)s.")),
    _text("declined", CHALLENGE, _("%(opponent)s declines your challenge"), _("On the ladder %(tournament)s.")),
    _text("challenge_ended", CHALLENGE, _("Your challenge with %(opponent)s is over"),
          _("On the ladder %(tournament)s. Its page says why.")),
    _text("dropped", CHALLENGE, _("You have dropped on a ladder"), _("%(tournament)s: its page says why.")),
)  # fmt: skip
