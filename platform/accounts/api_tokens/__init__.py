"""Personal tokens: a program uses the API on behalf of one person, within the scopes of the token."""
