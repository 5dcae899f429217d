"""The tournament itself: create it, change its settings, find it, put it into words, show its public pages."""
