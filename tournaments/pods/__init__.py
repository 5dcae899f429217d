"""Tables of three and more: who sits there, what they came to, corrections, pages."""
