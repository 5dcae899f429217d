"""One file a format of stages."""
