"""The pages that belong to no single app."""
