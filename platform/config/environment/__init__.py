"""The environment of the site: variables, keys, the network of the hall, ports, SQLite."""
