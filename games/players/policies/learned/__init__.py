"""A policy learned by self-play: what it looks at, its frozen weights, and how it decides."""
