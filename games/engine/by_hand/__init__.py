"""Deals of real cards as they are entered by hand, and the sheets of a sitting of them."""
