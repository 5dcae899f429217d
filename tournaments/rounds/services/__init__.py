"""Writing rounds."""
