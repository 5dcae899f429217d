"""Announcements of an organiser to the players."""
