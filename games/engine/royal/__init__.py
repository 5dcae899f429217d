"""The battle royal kernel: gin with three hands at once (3P-12..18)."""
