"""Reads the sentences of hints again and counts what they claim, with an arithmetic of its own: no other code of ours
is used here, so an error in the rest cannot hide itself."""
