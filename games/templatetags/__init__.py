"""Template tags of the games, for every page."""
