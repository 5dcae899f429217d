"""Cards, packs and hands; melds and deadwood; lay-offs; a deck from committed seeds."""
