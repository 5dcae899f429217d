"""Links in mails that work without a sign-in: to stop mail, and to prove an address again."""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notices.models import Notice

STOP, PROVE = "notices.stop", "notices.prove"
PROVE_FOR = 3 * 24 * 3600  # seconds


class BadLink(Exception):
    """The link is not ours, or is too old."""


def link(user: User, kind: str) -> str:
    """The path that stops mail of a kind to this person. It works as long as the site keeps its key."""
    return reverse("notices:stop", args=[signing.dumps([user.public_id, kind], salt=STOP)])


def read(token: str) -> tuple[User, str]:
    """The person and the kind of such a link. Raises BadLink."""
    try:
        public_id, kind = signing.loads(token, salt=STOP)
        return User.objects.get(public_id=public_id, left_at=None), kind
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist) as bad:
        raise BadLink from bad


def proof(user: User, about: Notice | None = None) -> str:
    """The path that proves this person's present address, and then shows the notice that it belongs to."""
    said = [user.public_id, user.email, about.public_id if about else ""]
    return reverse("notices:prove", args=[signing.dumps(said, salt=PROVE)])


def read_proof(token: str) -> tuple[User, str, Notice | None]:
    """The person, the address and the notice of such a link. Raises BadLink."""
    try:
        public_id, email, about = signing.loads(token, salt=PROVE, max_age=PROVE_FOR)
        user = User.objects.get(public_id=public_id, left_at=None, email__iexact=email)
        return user, email, Notice.objects.filter(user=user, public_id=about).first()
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist) as bad:
        raise BadLink from bad
