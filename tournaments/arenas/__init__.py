"""Arenas: play as many games as one likes within a time, for points. Players open them."""
