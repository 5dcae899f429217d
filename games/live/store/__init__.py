"""Tables in the database: plays written and read back, snapshots, checks of a table against its log."""
