"""Pages as tests read them: how a template breaks its lines means nothing."""

import re


def tight(page: str) -> str:
    """A page with single spaces, and none beside a tag."""
    return re.sub(r" ?(<[^<>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", page)).strip()
