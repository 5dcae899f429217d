"""Live processes: the tables that one serves, messages between them, logins, and reports of finished tables."""
