"""Writing about tables and deals, one file a subject."""
