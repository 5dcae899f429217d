"""A policy learned by self-play: its features, its frozen weights, and how it decides."""
