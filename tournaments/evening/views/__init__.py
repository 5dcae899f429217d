"""The organiser's pages of an evening."""
