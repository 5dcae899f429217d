"""Judging play: what chance did in a deal, what hands wait for, what each decision gave up."""
