"""Pages of the games: tables, practice games, challenges, deals to step through."""
