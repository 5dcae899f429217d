"""Live processes: the tables that one serves, messages between them, logins, what is told of finished tables."""
