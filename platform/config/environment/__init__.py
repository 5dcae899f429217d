"""What the site finds around it: variables of the environment, keys, the network of the hall, ports, SQLite."""
