"""Code that all doors share: keyset pages, problem+json, read-only admin, sentences. It imports no app."""
