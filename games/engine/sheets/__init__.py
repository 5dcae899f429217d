"""Sheets: how deals add up, when a game is over and what it settles to; one file each."""
