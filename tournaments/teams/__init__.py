"""Teams: line-ups and boards."""
