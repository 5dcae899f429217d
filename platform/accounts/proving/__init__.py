"""Who is there: proofs of it before a powerful act, and browsers that are known from an earlier sign-in."""
