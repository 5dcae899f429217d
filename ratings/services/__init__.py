"""Services for ratings: record results, and fold them in runs."""
