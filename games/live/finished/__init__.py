"""What is computed from finished deals: records, luck, analyses, tallies."""
