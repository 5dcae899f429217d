"""The hash chain of audit entries: hash_n = SHA-256(lp("undercut-audit/1", hash_{n-1}, canonical JSON))."""

import hashlib
import json
import struct
from typing import Any

TAG = b"undercut-audit/1"
FIRST = "0" * 64


def link(previous: str, entry: dict[str, Any]) -> str:
    """The hash of an entry that follows the entry with hash `previous`; `entry` holds plain JSON values."""
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    parts = (TAG, previous.encode(), text)
    return hashlib.sha256(b"".join(struct.pack(">I", len(part)) + part for part in parts)).hexdigest()
