"""The list that each variant counts for, as data: no fold mixes two families."""

from collections.abc import Mapping

# The families that have a list of their own, by key. A variant belongs to the longest key that it begins with.
FAMILIES: Mapping[str, str] = {
    "gin": "Gin",
    "oklahoma": "Oklahoma",
    "hollywood": "Hollywood",
    "straight": "Straight gin",
    "big-gin": "Big gin",
    "color": "Color gin",
    "doubling": "Doubling gin",
    "cutthroat": "Cutthroat",
    "chouette": "Chouette",
    "battle-royal": "Battle royal",
    "partnership": "Partnership",
    "colonel": "Colonel",
    "conquian": "Conquian",
}
# Variants whose key does not begin with that of their family.
EXCEPTIONS: Mapping[str, str] = {"grand": "gin"}


def preset(variant: str) -> str:
    """The preset that a rule set of one's own is laid over, and rated like: "oklahoma~target=200" -> "oklahoma"."""
    return variant.partition("~")[0]


def family(variant: str) -> str:
    """The key of the pool for a variant: "gin-pagat" -> "gin". A variant of no known family is its own family."""
    variant = preset(variant)
    if variant in EXCEPTIONS:
        return EXCEPTIONS[variant]
    known = [key for key in FAMILIES if variant == key or variant.startswith(f"{key}-")]
    return max(known, key=len) if known else variant.split("-")[0]


def family_name(key: str) -> str:
    """The English name of a family's list."""
    return FAMILIES.get(key) or key.replace("-", " ").capitalize()
