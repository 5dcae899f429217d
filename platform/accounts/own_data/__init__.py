"""The personal data of a person: export it for them, and delete it when they leave."""
