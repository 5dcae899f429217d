"""Rounds: draft, publish, start, close, timing, pairing jobs."""
