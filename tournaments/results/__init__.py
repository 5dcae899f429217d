"""Results: figures, points, typed lines, slips, score sheets, hand-over to the ratings."""
