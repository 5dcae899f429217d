"""The gin kernel: the moves of one deal of gin, and its score."""
