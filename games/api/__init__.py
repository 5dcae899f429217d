"""Tables and deals under /api/v1/."""
