"""Lessons: a practice table with known cards, and at each step the sentence and the thing to press."""
