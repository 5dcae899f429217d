"""The processes that serve live tables: their tables, messages between them, logins, and reports of finished tables."""
