"""The steps of an evening for its organiser."""
