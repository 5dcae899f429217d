"""The tournament itself: creating, settings, finding, words, public pages."""
