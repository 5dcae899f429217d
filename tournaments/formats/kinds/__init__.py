"""The formats of stages, one file each."""
