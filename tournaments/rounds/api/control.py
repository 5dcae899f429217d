"""Less common acts of officials over the API: change a draft, keep pairs apart, set times, flag missing players."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.entries.services import acceptance, entering
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.event.selectors import finding
from tournaments.results import permissions as results
from tournaments.rounds import selectors
from tournaments.rounds.api import serializers
from tournaments.rounds.api.jobs import DONE_OR_PROMISED, MADE_OR_PROMISED, made_or_promised
from tournaments.rounds.services import drafts, editing, pairing_requests, requests, taking_back, timing, ways_out
from tournaments.standings.selectors import sure
from tournaments.standings.selectors.rows import pair_rules as standings_pair_rules
from tournaments.tables import services as tables


class TournamentControl:
    """The next round, pairs kept apart, and a round that cannot be paired; mixed into the tournaments."""

    get_object: Any

    @extend_schema(request=serializers.PairSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def pair(self, request: Request, public_id: str) -> Response:
        """Pair the next round into a draft; before all results are entered, only for a stated reason. A field of more
        than 300 is paired by a job: 202, and `Location` says where to look."""
        tournament = self._controlled(request)
        data = validated(serializers.PairSerializer, request)
        number = data.pop("stage", None)
        stage = get_object_or_404(tournament.stages, number=number) if number else finding.main_stage(tournament)
        return made_or_promised(
            attempt(lambda: pairing_requests.pair_stage(stage=stage, **signed_in.asked(request), **data)), request
        )

    @extend_schema(methods=["GET"], responses=serializers.PairRuleSerializer(many=True), filters=False)
    @extend_schema(
        methods=["POST"], request=serializers.NewPairRuleSerializer, responses={201: serializers.PairRuleSerializer}
    )
    @action(detail=True, methods=["get", "post"], url_path="pair-rules", pagination_class=None)
    def pair_rules(self, request: Request, public_id: str) -> Response:
        """The pairs that must not, or should not, meet (directors); POST adds one."""
        tournament = self._controlled(request)
        if request.method == "GET":
            return Response(serializers.PairRuleSerializer(standings_pair_rules.pair_rules(tournament), many=True).data)
        data = validated(serializers.NewPairRuleSerializer, request)
        data["entries"] = list(tournament.entries.filter(public_id__in=data["entries"]))
        rule = attempt(lambda: requests.add_pair_rule(tournament=tournament, **signed_in.asked(request), **data))
        return Response(serializers.PairRuleSerializer(rule).data, status=201)

    @extend_schema(request=serializers.LiftSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path="pair-rules/lift", permission_classes=SIGNED_IN)
    def lift_pair_rule(self, request: Request, public_id: str) -> Response:
        """Remove a pair rule by its id: from the next pairing on, its entries may meet."""
        tournament = self._controlled(request)
        data = validated(serializers.LiftSerializer, request)
        rule = get_object_or_404(tournament.pair_rules, pk=data.pop("rule"))
        requests.remove_pair_rule(rule=rule, **signed_in.asked(request), **data)
        return Response(status=204)

    @extend_schema(responses=serializers.BlockedSerializer, filters=False)
    @action(detail=True, permission_classes=SIGNED_IN)
    def blocked(self, request: Request, public_id: str) -> Response:
        """The reason why the next round cannot be paired, and the ways out, both empty if it can be paired; and a
        warning if the remaining rounds are not sure (directors)."""
        stage = finding.main_stage(self._controlled(request))
        answer = selectors.blocked(stage)
        said = serializers.BlockedSerializer(answer).data if answer else {"witness": [], "ways": []}
        return Response({**said, "warning": sure.warning(stage)})

    @extend_schema(request=serializers.WayOutSerializer, responses={**DONE_OR_PROMISED, 204: None})
    @action(detail=True, methods=["post"], url_path="way-out", permission_classes=SIGNED_IN)
    def way_out(self, request: Request, public_id: str) -> Response:
        """Take a way out of a round that cannot be paired; the answer is the new draft, or nothing if the stage
        ends."""
        stage = finding.main_stage(self._controlled(request))
        data = validated(serializers.WayOutSerializer, request)
        data["numbers"] = tuple(data["numbers"])
        rnd = attempt(lambda: ways_out.take_way_out(stage=stage, **signed_in.asked(request), **data))
        return made_or_promised(rnd, request, status=200) if rnd else Response(status=204)

    def _controlled(self, request: Request) -> Any:
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        return tournament


class EntryControl:
    """Byes asked for, missed rounds, absence and expulsion; mixed into the entries."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.AskByeSerializer, responses=serializers.ByeRequestSerializer)
    @action(detail=True, methods=["post"], url_path="bye", permission_classes=SIGNED_IN)
    def ask_bye(self, request: Request, public_id: str) -> Response:
        """Ask for a bye in a round that is not paired yet: players for themselves within the limits, directors for
        anybody."""
        entry, is_official = self._mine_or_directed(request)
        data = validated(serializers.AskByeSerializer, request)
        facts = {"round_number": data.pop("round"), **signed_in.asked(request), **data}
        made = attempt(lambda: requests.ask_bye(entry=entry, is_official=is_official, **facts))
        return Response(serializers.ByeRequestSerializer(made).data)

    @extend_schema(request=serializers.CancelByeSerializer)
    @action(detail=True, methods=["post"], url_path="bye/cancel", permission_classes=SIGNED_IN)
    def cancel_bye(self, request: Request, public_id: str) -> Response:
        """Take back a bye that was asked for, while its round is not paired."""
        entry, _is_official = self._mine_or_directed(request)
        number = validated(serializers.CancelByeSerializer, request)["round"]
        attempt(lambda: requests.cancel_bye(entry=entry, round_number=number, **signed_in.asked(request)))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.MissedSerializer)
    @action(detail=True, methods=["post"], url_path="missed-byes", permission_classes=SIGNED_IN)
    def missed_byes(self, request: Request, public_id: str) -> Response:
        """Give a late entry half points for rounds before it entered (directors)."""
        return self._control(request, requests.give_missed_byes, serializers.MissedSerializer)

    @extend_schema(responses=serializers.OfferSerializer)
    @missed_byes.mapping.get
    def offered_byes(self, request: Request, public_id: str) -> Response:
        """The rounds that a late entry has missed, and for how many the conditions give half points (directors)."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        return Response(serializers.OfferSerializer(requests.offered([entry])[entry.pk]).data)

    @extend_schema(request=serializers.ExpelSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def expel(self, request: Request, public_id: str) -> Response:
        """Exclude an entry for good (directors); its results stay."""
        return self._control(request, entering.expel, serializers.ExpelSerializer)

    @extend_schema(request=serializers.ConsentSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def answer(self, request: Request, public_id: str) -> Response:
        """Confirm that one takes part in an event entered by others (later matches are rated), or say that one does not
        (no match is rated). Each person answers once, for themselves."""
        member = get_object_or_404(self.get_object().members, user=request.user)
        data = validated(serializers.ConsentSerializer, request)
        attempt(lambda: acceptance.answer(member=member, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def absent(self, request: Request, public_id: str) -> Response:
        """Mark the entry as absent: it gets a zero bye until it is checked in (directors)."""
        return self._control(request, entering.mark_absent, None)

    def _control(self, request: Request, service: Any, serializer: Any) -> Response:
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(serializer, request) if serializer else {}
        attempt(lambda: service(entry=entry, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    def _mine_or_directed(self, request: Request) -> tuple[Any, bool]:
        entry = self.get_object()
        is_official = permissions.may_direct(request.user, entry.tournament)
        if not is_official and all(member.user_id != request.user.pk for member in entry.members.all()):
            permissions.require_director(request.user, entry.tournament)
        return entry, is_official


class RoundControl:
    """Changing a draft, setting the times; mixed into the rounds."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.EditSerializer, responses=serializers.EditedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def edit(self, request: Request, public_id: str) -> Response:
        """Change a draft by hand: swap two entries, make two meet, move one to a larger table, give a bye, set a table.
        With warnings it needs a reason; `dry_run` only says what it would do."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.EditSerializer, request)
        entries = rnd.stage.tournament.entries
        first = get_object_or_404(entries, public_id=data["first"])
        table = data.get("table")
        other = {"bye": data.get("kind"), "table": table, "move": table}.get(data["edit"])
        if other is None:
            other = get_object_or_404(entries, public_id=data["second"])
        change: dict[str, Any] = {data["edit"]: (first, other)}
        preview = attempt(lambda: editing.preview_edit(rnd=rnd, **change))
        facts = {"version": data["version"], "reason": data["reason"], **signed_in.asked(request)}
        if not data["dry_run"]:
            rnd = attempt(lambda: editing.edit_draft(rnd=rnd, **facts, **change))
        said = {"is_done": not data["dry_run"], "version": rnd.version, **asdict(preview)}
        return Response(serializers.EditedSerializer(said).data)

    @extend_schema(request=serializers.TimesSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def times(self, request: Request, public_id: str) -> Response:
        """Set or move the start of a round that has not begun, and its length (directors)."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.TimesSerializer, request)
        attempt(lambda: timing.set_times(rnd=rnd, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.VenueSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def venue(self, request: Request, public_id: str) -> Response:
        """Set whether a table of a round that has not begun plays on the site or in the hall (directors); only in a
        mixed tournament."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.VenueSerializer, request)
        match = get_object_or_404(rnd.matches.paired(), table_no=data["table"])
        attempt(lambda: tables.set_live(match=match, is_live=data["is_live"], **signed_in.asked(request)))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.UnpublishSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def unpublish(self, request: Request, public_id: str) -> Response:
        """Turn a published round back into a draft if nobody has begun it: no result, no slip, no move (directors)."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.UnpublishSerializer, request)
        attempt(lambda: taking_back.unpublish_round(rnd=rnd, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.DiscardSerializer, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def discard(self, request: Request, public_id: str) -> Response:
        """Throw a draft away: its round is to be paired again (directors)."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.DiscardSerializer, request)
        attempt(lambda: drafts.discard_draft(rnd=rnd, **signed_in.asked(request), **data))
        return Response(status=204)


class MatchControl:
    """Missing sides; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.MissingSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def missing(self, request: Request, public_id: str) -> Response:
        """Flag a side as missing, or as arrived after all, which all sides and the director see; this is not a
        forfeit."""
        match = self.get_object()
        results.require_report(request.user, match)
        data = validated(serializers.MissingSerializer, request)
        act = timing.flag_missing if data["is_missing"] else timing.clear_missing
        attempt(lambda: act(match=match, order=data["side"], **signed_in.asked(request)))
        return Response(self.get_serializer(self.get_object()).data)
