"""Results under /api/v1/."""
