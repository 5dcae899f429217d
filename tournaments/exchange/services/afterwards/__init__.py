"""An evening that was played without the site, typed a line a table: read, shown, then made a finished tournament."""
