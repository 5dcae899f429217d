"""Read settings from the environment. A bad value is refused when the site starts, with its name and the allowed
values."""

import base64
import binascii
import os
import re
from collections.abc import Callable, Collection
from datetime import date
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from config.environment import hall

YES, NO = {"1", "true", "yes", "on", "y", "t"}, {"0", "false", "no", "off", "n", "f"}
USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"^(\*|\.?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$")
HOW_TO_MAKE = (
    'Make one with: python -c "import base64, secrets; '
    'print(base64.urlsafe_b64encode(secrets.token_bytes(32)).decode())"'
)
SECOND_FACTOR = ("nobody", "staff", "officials", "everybody")  # each with those before it
LEAST_SECRET = 32  # characters: 24 random bytes in base64
LEAST_TOKEN = 16  # characters
LEAST_PASSPHRASE = 10  # characters
LEAST_DIFFERENT = 8  # of its characters: 32 random digits of hexadecimal have fewer once in ten million


def text(name: str, default: str = "") -> str:
    """Read a text, without blanks around it."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """Read yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value not in YES | NO:
        raise _refusal(name, value, "use 1 (on) or 0 (off)")
    return value in YES


def network(name: str) -> tuple[bool, str]:
    """Read yes or no, or the address of this computer that comes first; returns (is it on, the address or "")."""
    value = text(name)
    if hall.is_ipv4(value):
        return True, value
    if value and value.lower() not in YES | NO:
        raise _refusal(name, value, "use 1 (on), 0 (off), or this computer's address in the Wi-Fi, as 192.168.1.20")
    return flag(name), ""


def whole(name: str, default: int, least: int, most: int) -> int:
    """Read a whole number within its bounds."""
    value = text(name)
    if not value:
        return default
    if not re.fullmatch(r"\d{1,12}", value) or not least <= int(value) <= most:
        raise _refusal(name, value, f"use a whole number from {least} to {most}")
    return int(value)


def one_of(name: str, default: str, allowed: Collection[str]) -> str:
    """Read one of the allowed words."""
    value = text(name, default)
    if value not in allowed:
        raise _refusal(name, value, f"use one of {', '.join(allowed)}")
    return value


def address(name: str, schemes: Collection[str]) -> str:
    """Read the address of a service; "" if there is none. It may contain a password, so a refusal does not repeat
    it."""
    value = text(name)
    if value and (urlsplit(value).scheme not in schemes or "://" not in value):
        begins = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} is no address of this service: it begins with {begins}.")
    return value


def database(url: str) -> dict[str, Any]:
    """Read PostgreSQL's address into the parts that Django names; what follows a `?` are options of the connection. A
    refusal does not repeat the address, which may contain a password."""
    try:
        options: dict[str, Any] = conninfo_to_dict(url)
    except ProgrammingError as bad:
        raise ImproperlyConfigured("DATABASE_URL is not an address of a PostgreSQL database.") from bad
    parts = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    named = {name: options.pop(part, "") for name, part in parts.items()}
    return {"ENGINE": "django.db.backends.postgresql", **named, "OPTIONS": options}


def sender(name: str, is_needed: bool) -> str:
    """Read the sender of mail: an address, or a name with the address in angle brackets."""
    value = text(name)
    found = parseaddr(value)[1]
    if value and not re.fullmatch(r"[^@\s]+@[^@\s]+", found):
        raise _refusal(name, value, "write an address, such as Undercut <undercut@club.example>")
    if is_needed and not value:
        raise ImproperlyConfigured(f"{name} is missing: the sender of mail, such as  Undercut <undercut@club.example>.")
    return value or "undercut@localhost"


def folder(name: str) -> Path | None:
    """Read a folder as an absolute path; None if there is none. It may be on a disk that is not mounted now."""
    value = text(name)
    if not value:
        return None
    path = Path(value)
    if not path.is_absolute() or (path.exists() and not path.is_dir()):
        raise _refusal(name, value, "write the whole path of a folder, such as /srv/backups")
    return path


def passphrase(name: str) -> str:
    """Read a passphrase, or the first line of the file that the variable with the suffix `_FILE` names; "" without one.
    A refusal does not repeat it."""
    value, path = text(name), text(f"{name}_FILE")
    if value and path:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: keep one of them.")
    return passphrase_of(Path(path), f"{name}_FILE") if path else require_passphrase(value, name) if value else ""


def passphrase_of(path: Path, name: str) -> str:
    """Read a passphrase from the first line of a file; `name` says in a refusal who named the file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as bad:
        raise ImproperlyConfigured(f"{name} names the file {path}, which cannot be read.") from bad
    return require_passphrase(lines[0].strip() if lines else "", name)


def require_passphrase(value: str, name: str) -> str:
    """Check that a passphrase is long enough, and return it."""
    if len(value) < LEAST_PASSPHRASE:
        raise ImproperlyConfigured(f"{name} is too short: a passphrase has at least {LEAST_PASSPHRASE} characters.")
    return value


def store(name: str, *, can_be_used: bool) -> dict[str, str]:
    """Read a store of S3's kind: bucket, folder in it, endpoint ("": Amazon's), region, key, secret; empty without one.
    A refusal does not repeat key and secret. `can_be_used`: backups are made every night, and encrypted."""
    url = address(name, ("s3",))
    parts = {part: text(f"{name}_{part.upper()}") for part in ("key", "secret", "region")}
    parts["endpoint"] = address(f"{name}_ENDPOINT", ("https", "http"))
    if not url:
        return {}
    bucket = urlsplit(url).netloc
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", bucket):
        raise _refusal(name, url, "write s3://BUCKET, or s3://BUCKET/FOLDER")
    if missing := [part for part in ("key", "secret") if not parts[part]]:
        raise ImproperlyConfigured(f"{name} needs {name}_{missing[0].upper()} too.")
    if not can_be_used:
        needed = "UNDERCUT_BACKUP_FOLDER, and a passphrase, because backups hold the site's keys"
        raise ImproperlyConfigured(f"{name} needs {needed}.")
    folder = urlsplit(url).path.strip("/")
    return parts | {"bucket": bucket, "folder": folder, "region": parts["region"] or "us-east-1"}


def second_factor(name: str, *, before: str) -> str:
    """Read of whom the site requires a second step at sign-in. `before` is the setting of earlier versions: if it was
    on, the value is `staff`."""
    was = flag(before)
    if was and text(name):
        raise ImproperlyConfigured(f"{name} and {before} are both set: keep {name} alone.")
    return one_of(name, "staff" if was else "nobody", SECOND_FACTOR)


def contact(name: str) -> str:
    """Read how to reach somebody, a mail address or the address of a page, as a URI; empty if there is none."""
    value = text(name)
    if re.fullmatch(r"[^@\s:]+@[^@\s]+", value):
        return f"mailto:{value}"
    if value and not re.fullmatch(r"(mailto:[^@\s]+@|https://)[^\s]+", value):
        raise _refusal(name, value, "write a mail address, or a page that begins with https://")
    return value


def day(name: str) -> date | None:
    """Read a day such as 2027-06-30; None if there is none."""
    value = text(name)
    try:
        return date.fromisoformat(value) if value else None
    except ValueError as bad:
        raise _refusal(name, value, "write a day as 2027-06-30") from bad


def hosts(name: str) -> list[str]:
    """Read host names, separated by commas."""
    found = [part.strip().lower() for part in text(name).split(",") if part.strip()]
    for host in found:
        if not HOST.match(host):
            raise _refusal(name, host, "use host names without scheme, port and path, separated by commas")
    return found


def origins(name: str, default: list[str]) -> list[str]:
    """Read origins of the site in the form of browsers: scheme, host, and the port unless it is the default."""
    parts = [part.strip() for part in text(name).split(",")]
    return [_origin(name, part) for part in parts if part] or default


def host_of(origin: str) -> str:
    """The host of an origin in the form of `ALLOWED_HOSTS`."""
    return origin.split("://", 1)[1].removesuffix(f":{urlsplit(origin).port}")


def _origin(name: str, value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in USUAL_PORTS or "://" not in value:
        raise _refusal(name, value, "each address begins with http:// or https://, such as https://club.example")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
        raise _refusal(name, value, "an address ends after its host and port, such as https://club.example")
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError as bad:
        raise _refusal(name, value, "write the host, and a port from 1 to 65535") from bad
    host = f"[{host}]" if ":" in host else host
    if not HOST.match(host) or host == "*":
        raise _refusal(name, value, "write the whole host name, such as https://club.example")
    return f"{parts.scheme}://{host}" + ("" if port in (None, USUAL_PORTS[parts.scheme]) else f":{port}")


def token(name: str) -> str:
    """Read a secret that programs show; "" if there is none. A refusal does not repeat it."""
    value = text(name)
    if value and (len(value) < LEAST_TOKEN or not value.isascii() or not value.isprintable() or " " in value):
        raise ImproperlyConfigured(
            f"{name} has at least {LEAST_TOKEN} characters of ASCII and no blanks. {HOW_TO_MAKE}"
        )
    return value


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Read networks, separated by commas."""
    try:
        return [ip_network(one.strip()) for one in text(name).split(",") if one.strip()]
    except ValueError as bad:
        raise _refusal(name, text(name), "write networks such as 172.30.77.0/24, separated by commas") from bad


def tracker(name: str) -> str:
    """Read the address of an error tracker (a DSN), which holds its key; "" if there is none."""
    value = text(name)
    parts = urlsplit(value)
    if value and (
        parts.scheme not in USUAL_PORTS or not parts.username or not parts.hostname or parts.path in ("", "/")
    ):
        raise ImproperlyConfigured(f"{name} is no DSN: it looks like https://KEY@tracker.example/1.")
    return value


def require_secret(name: str, value: str) -> str:
    """Read the key that signs sessions, and check that it is long and varied enough."""
    if len(value) < LEAST_SECRET:
        raise ImproperlyConfigured(f"{name} is too short: it has at least {LEAST_SECRET} characters. {HOW_TO_MAKE}")
    if len(set(value)) < LEAST_DIFFERENT:
        raise ImproperlyConfigured(f"{name} repeats a few characters, so it can be guessed. {HOW_TO_MAKE}")
    return value


def require_seal(name: str, value: str) -> str:
    """Read the key that encrypts snapshots and decks: 32 bytes in urlsafe base64."""
    try:
        size = len(base64.b64decode(value, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        size = 0
    if size != 32:
        raise ImproperlyConfigured(f"{name} is no key: it is 32 bytes in urlsafe base64, 44 characters. {HOW_TO_MAKE}")
    return value


def older(name: str, require: Callable[[str, str], str]) -> list[str]:
    """Read the older values of a key, separated by commas, each checked as the key is."""
    return [require(name, value.strip()) for value in text(name).split(",") if value.strip()]


def _refusal(name: str, value: str, allowed: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} has the value “{value[:100]}”: {allowed}.")
