"""What the people of a tournament have been told."""

from accounts.models import User
from notices.models import Notice


def told(about: str = "") -> list[str]:
    """The texts told by keys that begin with `about`, each once for a key, in the order of time."""
    rows = Notice.objects.filter(key__startswith=about).order_by("pk").values_list("key", "text")
    return [text for _, text in dict.fromkeys(rows)]


def claim() -> None:
    """Everybody from the roster has an account by now."""
    User.objects.filter(password__startswith="!").update(password="md5$a$b")
