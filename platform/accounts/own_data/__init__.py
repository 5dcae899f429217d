"""What the site knows about a person: export all of it for them, and delete it when they leave."""
