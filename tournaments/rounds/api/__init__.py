"""Rounds under /api/v1/."""
