"""The laws of irregularity of gin (RULES.md §14): what they answer, what they leave behind, and how a director asks."""
