"""Stages: beginning, ending, brackets, who goes on."""
