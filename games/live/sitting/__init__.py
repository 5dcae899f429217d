"""A sitting as plain values: its versions, the steps between them, an attempt at a shuffle, the rows of a play."""
