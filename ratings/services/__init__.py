"""Services for ratings: results are recorded, and runs fold them."""
