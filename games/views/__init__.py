"""Pages of the games: a table, a new practice game, a deal to step through."""
