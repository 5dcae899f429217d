"""What the site offers once a day: the deal of the day and the problem of the day."""
