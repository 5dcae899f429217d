"""Reads of standings and the facts behind them."""
