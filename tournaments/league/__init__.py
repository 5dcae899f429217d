"""Leagues: match windows and agreed times."""
