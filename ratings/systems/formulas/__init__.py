"""The formulas of federations, as arithmetic."""
