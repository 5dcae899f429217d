"""Two persons who are one: a name without a login becomes somebody else, asked for by an organiser or by a code."""
