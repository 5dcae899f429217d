"""The laws of irregularity of gin (RULES.md §14): the offences, their effects, and the director's entries."""
