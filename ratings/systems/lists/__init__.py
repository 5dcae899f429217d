"""Rating lists: the families of variants, ranks, and publication."""
