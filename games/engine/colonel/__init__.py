"""The Colonel kernel: two-handed rummy with melds on the table."""
