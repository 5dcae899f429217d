"""No address hides another: each one leads to its own page."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

SAMPLES = {"int": 7, "str": "abcdefgh2345", "slug": "abcdefgh2345", "uuid": "0b1e6bd8-6a3c-4a62-9d6e-0f3a3c6f7a11"}
OURS = ("games", "tournaments", "ratings", "pages", "notices", "webhooks")


def named(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, object]]]:
    """The names of our addresses, with something for each hole."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from named(one, (*spaces, *([one.namespace] if one.namespace else [])))
        elif isinstance(one, URLPattern) and one.name and spaces and spaces[0] in OURS and len(spaces) == 1:
            kinds = {name: type(kind).__name__ for name, kind in one.pattern.converters.items()}
            holes = {name: SAMPLES.get(kind.removesuffix("Converter").lower(), "x") for name, kind in kinds.items()}
            yield f"{spaces[0]}:{one.name}", holes


def test_each_address_leads_to_its_own_page() -> None:
    found = dict(named(get_resolver()))
    assert len(found) > 150
    wrong = {
        name: resolve(address).view_name
        for name, holes in found.items()
        if resolve(address := reverse(name, kwargs=holes)).view_name != name
    }
    assert not wrong
