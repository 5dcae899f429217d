"""Tables in the database: plays written and read back, snapshots, whether a table is what its log says."""
