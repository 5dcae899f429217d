"""Rating lists: which there are, who stands on one and where, and how one is published."""
