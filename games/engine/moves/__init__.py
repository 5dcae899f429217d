"""Every action, every event, an offence, the result of a deal."""
