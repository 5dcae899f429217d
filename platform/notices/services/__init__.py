"""Writes of notices: tell people, send, read, choose, forget."""
