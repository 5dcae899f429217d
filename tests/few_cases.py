"""A plugin for pytest (`-p tests.few_cases`): run one case of each test with a database, and two of each other test.

Coverage makes tests three times as slow; a test that goes through all variants goes through the same lines with two.
The walls and the checks of the docs, which stand in `tests/` itself, keep all their cases: each is about another file.
"""

from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent

CASES, WITH_A_DATABASE = 2, 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the first and the last case, or the first alone."""
    seen: Counter[str] = Counter(item.nodeid.partition("[")[0] for item in items)
    kept, left, met = [], [], Counter[str]()
    for item in items:
        name = item.nodeid.partition("[")[0]
        met[name] += 1
        most = WITH_A_DATABASE if item.get_closest_marker("django_db") else CASES
        is_kept = item.path.parent == HERE or met[name] == 1 or (most > 1 and met[name] == seen[name])
        (kept if is_kept else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)
