"""Pairings and results from a list: first what each line would do, then all of it or nothing."""

from tournaments.services.lists.pairings import COLUMNS as PAIRINGS
from tournaments.services.lists.pairings import import_pairings
from tournaments.services.lists.reading import ListLine, ListReport
from tournaments.services.lists.results import COLUMNS as RESULTS
from tournaments.services.lists.results import import_results

__all__ = ["PAIRINGS", "RESULTS", "ListLine", "ListReport", "import_pairings", "import_results"]
