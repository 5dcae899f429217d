"""The deal of the day: its date and deck, and the list of who played it best."""
