"""Prove who is there: proofs before a powerful act, and browsers that are known from an earlier sign-in."""
