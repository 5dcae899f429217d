"""The shared parts of all APIs: bodies, pages, problem answers, ETags, the schema."""
