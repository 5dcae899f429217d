"""Personal tokens: a program uses the API in the name of one person, within the scopes of the token."""
