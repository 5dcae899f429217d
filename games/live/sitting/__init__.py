"""A sitting as plain values: its versions, the steps between them, attempts at a shuffle, and the rows of a play."""
