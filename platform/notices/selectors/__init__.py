"""Reads of notices: the inbox, the words of a notice, what a reader chose."""
