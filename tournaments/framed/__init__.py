"""Small pages of a tournament and of a club that any website may show in a frame, and the code to copy."""
