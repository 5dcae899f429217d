"""The flow of a deal: state, rule set and its options, referee, and what a seat sees."""
