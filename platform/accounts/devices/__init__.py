"""The browsers in which a person is signed in: a page lists them and can sign them out."""
