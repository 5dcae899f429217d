"""Values and parts of pages that are cached under the version of the facts they depend on."""
