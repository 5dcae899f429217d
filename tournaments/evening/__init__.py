"""The organiser's steps through an evening."""
