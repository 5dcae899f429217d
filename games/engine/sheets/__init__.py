"""Sheets: how deals add up, when a game is over, and how it is settled; one file each."""
