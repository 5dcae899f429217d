"""Pairings and results from a list: first a preview of each line, then all or nothing."""

from tournaments.exchange.services.lists.own_pairings import COLUMNS as PAIRINGS
from tournaments.exchange.services.lists.own_pairings import import_pairings
from tournaments.exchange.services.lists.pod_lists import columns_of
from tournaments.exchange.services.lists.reading import ListLine, ListReport
from tournaments.exchange.services.lists.results import COLUMNS as RESULTS
from tournaments.exchange.services.lists.results import import_results

__all__ = ["PAIRINGS", "RESULTS", "ListLine", "ListReport", "columns_of", "import_pairings", "import_results"]
