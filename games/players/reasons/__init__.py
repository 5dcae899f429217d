"""Why a seat should do something: what makes the difference to its next best choice, as data."""
