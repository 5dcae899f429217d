"""Corrected results and what follows from them."""
