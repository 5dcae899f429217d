"""What the laws and endings of every kernel have in common."""
