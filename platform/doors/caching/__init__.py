"""Values and parts of pages that are kept under the version of their facts."""
