"""Is the process alive, is it ready, is the site well: answers for monitoring."""
