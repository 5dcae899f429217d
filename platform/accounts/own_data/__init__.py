"""What the site knows about a person: all of it for them to take along, and what is left when they leave."""
