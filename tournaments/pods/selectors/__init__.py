"""Reading about tables of three and more."""
