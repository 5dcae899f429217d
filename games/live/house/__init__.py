"""House players at live tables."""
