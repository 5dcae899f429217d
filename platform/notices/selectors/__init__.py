"""Read notices: the inbox, the words of a notice, a reader's choices."""
