"""The desk under /api/v1/."""
