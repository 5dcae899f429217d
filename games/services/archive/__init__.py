"""What is done with tables that are over: their logs are checked, and packed."""
