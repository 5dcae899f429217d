"""Code that all doors (pages, API, admin) share: keyset pages, problem+json, read-only admin, sentences. It imports no
app."""
