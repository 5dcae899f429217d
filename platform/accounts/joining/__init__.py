"""Join, or choose a new password. An address belongs to the account that confirms it, and to nobody before."""
