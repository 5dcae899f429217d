"""Writing about stages."""
