"""The flow of a deal: state, rule set and its options, referee, what a seat sees."""
