"""What the APIs of all apps share: bodies, pages, problem answers, ETags, the schema."""
