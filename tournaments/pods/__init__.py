"""Tables of three and more: seating, results, corrections, pages."""
