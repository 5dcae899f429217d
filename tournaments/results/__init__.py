"""Results: figures, points, typed lines, slips, score sheets, and what the ratings get."""
