"""Every action, every event, the offence, and the results of a deal and a game."""
