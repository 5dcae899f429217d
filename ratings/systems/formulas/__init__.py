"""The rating formulas of federations."""
