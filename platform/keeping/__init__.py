"""Keep a site safe: back up all of it, restore it, and move it from one database to another."""
