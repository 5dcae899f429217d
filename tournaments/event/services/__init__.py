"""Creating tournaments, telling people, promising what time starts."""
