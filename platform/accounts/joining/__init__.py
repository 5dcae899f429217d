"""Joining, and a new password: an address belongs to the account that confirms it, and to nobody before."""
