"""An evening that was played without the site, typed a line a table: read, shown, then made a finished tournament."""

from tournaments.exchange.services.afterwards.entering import EveningReport, enter_evening

__all__ = ["EveningReport", "enter_evening"]
