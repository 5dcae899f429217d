"""Keep a site safe: make a backup now or every night, restore one, move to another database."""
