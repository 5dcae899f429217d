"""Results: figures, points, typed lines, slips, score sheets, handing over to the ratings."""
