"""The Conquian kernel: eleven cards down in front of oneself, none ever drawn into the hand."""
