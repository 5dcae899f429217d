"""Lessons: a practice table with known cards that tells the learner, at each step, what to do and what to press."""
