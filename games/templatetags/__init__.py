"""Tags of the games for templates of every page."""
