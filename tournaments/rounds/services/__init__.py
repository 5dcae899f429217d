"""Services for rounds."""
