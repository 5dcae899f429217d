"""Services for seasons: make one, choose its evenings, close it, create its final night."""
