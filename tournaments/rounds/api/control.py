"""What officials do beyond the ordinary course: change a draft, reopen a round, correct a result or decide it."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions as roles
from tournaments import selectors, serializers, services
from tournaments.api.answers import SIGNED_IN, attempt, taken
from tournaments.api.jobs import DONE_OR_PROMISED, made_or_promised
from tournaments.models import Match, TeamBoard


class TournamentControl:
    """Pairs kept apart, and a round that cannot be paired; mixed into the tournaments."""

    get_object: Any

    @extend_schema(methods=["GET"], responses=serializers.PairRuleSerializer(many=True), filters=False)
    @extend_schema(
        methods=["POST"], request=serializers.NewPairRuleSerializer, responses={201: serializers.PairRuleSerializer}
    )
    @action(detail=True, methods=["get", "post"], url_path="pair-rules", pagination_class=None)
    def pair_rules(self, request: Request, public_id: str) -> Response:
        """The pairs that must not, or should rather not, meet (directors); one more."""
        tournament = self._controlled(request)
        if request.method == "GET":
            return Response(serializers.PairRuleSerializer(selectors.pair_rules(tournament), many=True).data)
        data = taken(serializers.NewPairRuleSerializer, request)
        data["entries"] = list(tournament.entries.filter(public_id__in=data["entries"]))
        rule = attempt(
            lambda: services.add_pair_rule(tournament=tournament, by=request.user, now=timezone.now(), **data)
        )
        return Response(serializers.PairRuleSerializer(rule).data, status=201)

    @extend_schema(request=serializers.LiftSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path="pair-rules/lift", permission_classes=SIGNED_IN)
    def lift_pair_rule(self, request: Request, public_id: str) -> Response:
        """Lift a pair rule by its id: they may meet from the next pairing on."""
        tournament = self._controlled(request)
        data = taken(serializers.LiftSerializer, request)
        rule = get_object_or_404(tournament.pair_rules, pk=data.pop("rule"))
        services.remove_pair_rule(rule=rule, by=request.user, now=timezone.now(), **data)
        return Response(status=204)

    @extend_schema(responses=serializers.BlockedSerializer, filters=False)
    @action(detail=True, permission_classes=SIGNED_IN)
    def blocked(self, request: Request, public_id: str) -> Response:
        """Why the next round cannot be paired, and the ways out; empty where it can (directors)."""
        answer = selectors.blocked(selectors.main_stage(self._controlled(request)))
        return Response(serializers.BlockedSerializer(answer).data if answer else {"witness": [], "ways": []})

    @extend_schema(request=serializers.WayOutSerializer, responses={**DONE_OR_PROMISED, 204: None})
    @action(detail=True, methods=["post"], url_path="way-out", permission_classes=SIGNED_IN)
    def way_out(self, request: Request, public_id: str) -> Response:
        """Take a way out of a round that cannot be paired: the draft that it gives, or nothing where the stage ends."""
        stage = selectors.main_stage(self._controlled(request))
        data = taken(serializers.WayOutSerializer, request)
        data["numbers"] = tuple(data["numbers"])
        rnd = attempt(lambda: services.take_way_out(stage=stage, by=request.user, now=timezone.now(), **data))
        return made_or_promised(rnd, request, status=200) if rnd else Response(status=204)

    @extend_schema(responses=serializers.MisplacedSerializer(many=True), filters=False)
    @action(detail=True, permission_classes=SIGNED_IN, pagination_class=None)
    def misplaced(self, request: Request, public_id: str) -> Response:
        """The matches of brackets that wait for a ruling since a correction (directors)."""
        tournament = self._controlled(request)
        found = [one for stage in tournament.stages.order_by("number") for one in selectors.misplaced_in(stage)]
        return Response(serializers.MisplacedSerializer(found, many=True).data)

    def _controlled(self, request: Request) -> Any:
        tournament = self.get_object()
        roles.require_director(request.user, tournament)
        return tournament


class EntryControl:
    """Byes asked for, missed rounds, absence and expulsion; mixed into the entries."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.AskByeSerializer, responses=serializers.ByeRequestSerializer)
    @action(detail=True, methods=["post"], url_path="bye", permission_classes=SIGNED_IN)
    def ask_bye(self, request: Request, public_id: str) -> Response:
        """Ask for a bye in a round that is not paired yet: one's own within the limits, directors for anybody."""
        entry, is_official = self._mine_or_directed(request)
        data = taken(serializers.AskByeSerializer, request)
        facts = {"round_number": data.pop("round"), "by": request.user, "now": timezone.now(), **data}
        made = attempt(lambda: services.ask_bye(entry=entry, is_official=is_official, **facts))
        return Response(serializers.ByeRequestSerializer(made).data)

    @extend_schema(request=serializers.CancelByeSerializer)
    @action(detail=True, methods=["post"], url_path="bye/cancel", permission_classes=SIGNED_IN)
    def cancel_bye(self, request: Request, public_id: str) -> Response:
        """Take back a bye that was asked for, while its round is not paired."""
        entry, _is_official = self._mine_or_directed(request)
        number = taken(serializers.CancelByeSerializer, request)["round"]
        attempt(lambda: services.cancel_bye(entry=entry, round_number=number, by=request.user, now=timezone.now()))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.MissedSerializer)
    @action(detail=True, methods=["post"], url_path="missed-byes", permission_classes=SIGNED_IN)
    def missed_byes(self, request: Request, public_id: str) -> Response:
        """Give a late entry half points for rounds that it missed (directors)."""
        return self._control(request, services.give_missed_byes, serializers.MissedSerializer)

    @extend_schema(request=serializers.ExpelSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def expel(self, request: Request, public_id: str) -> Response:
        """Send an entry away for good (directors); its results stay."""
        return self._control(request, services.expel, serializers.ExpelSerializer)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def absent(self, request: Request, public_id: str) -> Response:
        """The entry is not here now: it gets a zero bye until it is checked in (directors)."""
        return self._control(request, services.mark_absent, None)

    def _control(self, request: Request, service: Any, serializer: Any) -> Response:
        entry = self.get_object()
        roles.require_director(request.user, entry.tournament)
        data = taken(serializer, request) if serializer else {}
        attempt(lambda: service(entry=entry, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)

    def _mine_or_directed(self, request: Request) -> tuple[Any, bool]:
        entry = self.get_object()
        is_official = roles.may_direct(request.user, entry.tournament)
        if not is_official and all(member.user_id != request.user.pk for member in entry.members.all()):
            roles.require_director(request.user, entry.tournament)
        return entry, is_official


class RoundControl:
    """Changing a draft, setting the times, reopening a sealed round; mixed into the rounds."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.EditSerializer, responses=serializers.EditedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def edit(self, request: Request, public_id: str) -> Response:
        """Change a draft by hand: swap two entries, make two meet, give a bye, set a table. With warnings it needs a
        reason; `dry_run` only says what it would do."""
        rnd = self.get_object()
        roles.require_director(request.user, rnd.stage.tournament)
        data = taken(serializers.EditSerializer, request)
        entries = rnd.stage.tournament.entries
        first = get_object_or_404(entries, public_id=data["first"])
        other = {"bye": data.get("kind"), "table": data.get("table")}.get(data["edit"])
        if other is None:
            other = get_object_or_404(entries, public_id=data["second"])
        change = {data["edit"]: (first, other)}
        preview = attempt(lambda: services.preview_edit(rnd=rnd, **change))
        facts = {"version": data["version"], "reason": data["reason"], "by": request.user, "now": timezone.now()}
        if not data["dry_run"]:
            rnd = attempt(lambda: services.edit_draft(rnd=rnd, **facts, **change))
        said = {"is_done": not data["dry_run"], "version": rnd.version, **asdict(preview)}
        return Response(serializers.EditedSerializer(said).data)

    @extend_schema(request=serializers.StatedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def reopen(self, request: Request, public_id: str) -> Response:
        """Open the correction window of a sealed round again (organisers), for a reason."""
        rnd = self.get_object()
        roles.require_organiser(request.user, rnd.stage.tournament)
        data = taken(serializers.StatedSerializer, request)
        attempt(lambda: services.reopen_round(rnd=rnd, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.TimesSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def times(self, request: Request, public_id: str) -> Response:
        """Set or move the start of a round that has not begun, and its length (directors)."""
        rnd = self.get_object()
        roles.require_director(request.user, rnd.stage.tournament)
        data = taken(serializers.TimesSerializer, request)
        attempt(lambda: services.set_times(rnd=rnd, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)


class MatchControl:
    """Correcting a result, or deciding it, and who is not there; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.MissingSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def missing(self, request: Request, public_id: str) -> Response:
        """Say that a side is not there, or has come after all: flagged to both and the director, no forfeit."""
        match = self.get_object()
        roles.require_report(request.user, match)
        data = taken(serializers.MissingSerializer, request)
        act = services.flag_missing if data["is_missing"] else services.clear_missing
        attempt(lambda: act(match=match, order=data["side"], by=request.user, now=timezone.now()))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.PlaceRulingSerializer)
    @action(detail=True, methods=["post"], url_path="place-ruling", permission_classes=SIGNED_IN)
    def place_ruling(self, request: Request, public_id: str) -> Response:
        """Decide a match of a bracket that was begun with others than should sit there since a correction
        (directors): let it stand, have it played again, or annul it."""
        match = self.get_object()
        roles.require_director(request.user, match.round.stage.tournament)
        data = taken(serializers.PlaceRulingSerializer, request)
        attempt(lambda: services.rule_place(match=match, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.CorrectedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def correction(self, request: Request, public_id: str) -> Response:
        """Correct the result of a closed round, or decide it by ruling (directors). Without a digest it is only shown
        what would change; the digest of that answer, sent back with a reason, applies it."""
        match = self.get_object()
        roles.require_director(request.user, match.round.stage.tournament)
        return corrected(request, match)


def corrected(request: Request, match: Match, board: TeamBoard | None = None) -> Response:
    """What the correction asked for would change; with the digest of that, applied."""
    data = taken(serializers.CorrectionSerializer, request)
    act = {key: data.pop(key) for key in ("digest", "reason", "rule", "is_rated", "repair")}
    pairs = {key: tuple(data[key]) if data[key] else None for key in ("deals_won", "ruling")}
    result = {**data, "points": tuple(data["points"]), **pairs}
    what = {"match": match, "board": board, **result}
    seen = attempt(lambda: services.preview_correction(**what))
    if act["digest"]:
        attempt(lambda: services.apply_correction(by=request.user, now=timezone.now(), **act, **what))
    said = serializers.CorrectedSerializer(selectors.correction_words(seen.effect))
    return Response({**said.data, "is_done": bool(act["digest"]), "digest": seen.digest, "points": seen.points,
                     "games_before": seen.games[0], "games": seen.games[1]})  # fmt: skip
