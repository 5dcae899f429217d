"""What an operator sees of a running site: lines of the log that belong together, figures, and errors."""
