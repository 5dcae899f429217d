"""What a hand comes to: the upcard, arrangements, the showdown."""
