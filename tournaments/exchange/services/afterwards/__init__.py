"""Enter an evening that was played without the site, one line for each table: read it, show it, then make a finished
tournament."""
