"""Serializers of the API of clubs."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts import names
from clubs.models import Club, Invitation, JoinRequest, Membership, Removal, Role
from clubs.services import pasting
from doors import addresses
from doors.zones import known_zones


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club and the number of its members."""

    id = serializers.CharField(source="public_id", read_only=True)
    members = serializers.IntegerField(source="member_count", read_only=True)
    approved = serializers.BooleanField(
        source="is_approved", read_only=True, help_text="Do its events count for ratings?"
    )

    class Meta:
        model = Club
        fields = ("id", "slug", "name", "timezone", "members", "approved", "asks_to_join", "closed_at")
        extra_kwargs = {
            "asks_to_join": {"help_text": "Do officials let newcomers in, or may everybody join?"},
            "closed_at": {
                "help_text": "When it closed; null while it is open. A closed club is on no list and takes nothing new."
            },
        }


class NameField(serializers.CharField):
    """A name, cleaned as it is stored; a bad one is an error of the field."""

    checked = staticmethod(names.clean_name)

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=names.LONGEST, **options)

    def to_internal_value(self, data: Any) -> str:
        try:
            return self.checked(super().to_internal_value(data))
        except names.BadName as bad:
            raise serializers.ValidationError(str(bad)) from bad


class PersonNameField(NameField):
    """The name of a person, cleaned as it is stored."""

    checked = staticmethod(names.person_name)


class NewClubSerializer(serializers.Serializer[Any]):
    """The fields of a new club."""

    name = NameField()
    timezone = serializers.CharField(default="UTC", max_length=60)

    def validate_timezone(self, text: str) -> str:
        """The name of a zone of the tz database."""
        if text not in known_zones():
            raise serializers.ValidationError(_("There is no such time zone."))
        return text


class NewMemberSerializer(serializers.Serializer[Any]):
    """A person to put on a club's list, or, with an address, to invite."""

    name = PersonNameField()
    email = serializers.EmailField(default="", allow_blank=True)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """A place in a club offered by a link; `mailed_at` is null if the club has to pass the link on itself."""

    email = serializers.CharField(read_only=True, help_text="Empty where the club passes the link on itself.")
    link = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField(read_only=True)
    note = serializers.SerializerMethodField(help_text="Who can open the link, if not everybody can; else empty.")

    class Meta:
        model = Invitation
        fields = ("token", "name", "email", "link", "note", "invited_at", "mailed_at", "expires_at")
        read_only_fields = fields

    def get_link(self, invitation: Invitation) -> str:
        """The address that the invited person opens."""
        return str(addresses.shared_address(self.context["request"], invitation.get_absolute_url()))

    def get_note(self, invitation: Invitation) -> str:
        """The sentence that the pages show beside the link."""
        return addresses.reach_words(self.get_link(invitation))


class ApprovalSerializer(serializers.Serializer[Any]):
    """Whether the events of a club count for ratings."""

    approved = serializers.BooleanField()


class RoleSerializer(serializers.Serializer[Any]):
    """The member who gets a role, and the role."""

    member = serializers.CharField(max_length=12, help_text="Id of the member.")
    role = serializers.ChoiceField(choices=Role.choices)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member and their role."""

    id = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user.name", read_only=True)

    class Meta:
        model = Membership
        fields = ("id", "name", "role", "joined_at")
        read_only_fields = fields
        ref_name = "Member"


class MembersAskedSerializer(serializers.Serializer[Any]):
    """The members to list."""

    search = serializers.CharField(required=False, max_length=names.LONGEST, help_text="A part of the name.")
    role = serializers.ChoiceField(choices=Role.choices, required=False)


class JoinSerializer(serializers.Serializer[Any]):
    """A note to the club's officials."""

    note = serializers.CharField(default="", allow_blank=True, max_length=300)


class JoinRequestSerializer(serializers.ModelSerializer[JoinRequest]):
    """A person who asks to be let in; `is_let_in` is null until an official has answered."""

    id = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user.name", read_only=True)

    class Meta:
        model = JoinRequest
        fields = ("id", "name", "note", "asked_at", "answered_at", "is_let_in")
        read_only_fields = fields


class RemovalSerializer(serializers.ModelSerializer[Removal]):
    """A person whom the club removed, and when."""

    id = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user.name", read_only=True)

    class Meta:
        model = Removal
        fields = ("id", "name", "removed_at")
        read_only_fields = fields


class LetInSerializer(serializers.Serializer[Any]):
    """The answer: let in or not."""

    lets_in = serializers.BooleanField()


class HandOverSerializer(serializers.Serializer[Any]):
    """The member who organises the club from now on."""

    member = serializers.CharField(max_length=12, help_text="Id of the member.")


class PasteSerializer(serializers.Serializer[Any]):
    """A list to check or to take."""

    text = serializers.CharField(max_length=pasting.MOST_LETTERS, trim_whitespace=False)
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=16,
        help_text="The digest of a dry run: the list is taken only if it would still do exactly that.",
    )
    takes_alike = serializers.BooleanField(
        default=False, help_text="Those who look like somebody on the list are other people: take them, too."
    )


class PastedLineSerializer(serializers.Serializer[Any]):
    """A line of a pasted list: what it means, and why."""

    line = serializers.IntegerField(source="number")
    name = serializers.CharField()
    email = serializers.CharField()
    status = serializers.ChoiceField(choices=("invite", "guest", "member", "invited", "heading", "alike", "bad"))
    note = serializers.CharField()


class PastedSerializer(serializers.Serializer[Any]):
    """What a list would do, or has done."""

    is_done = serializers.BooleanField()
    is_clean = serializers.BooleanField(help_text="Can it be taken?")
    digest = serializers.CharField()
    problems = serializers.ListField(child=serializers.CharField())
    lines = PastedLineSerializer(many=True)
