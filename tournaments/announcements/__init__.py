"""Announcements by an organiser to the players."""
