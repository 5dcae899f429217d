"""Values and parts of pages that are cached under the version of their facts."""
