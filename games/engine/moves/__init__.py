"""What can be done and what happened: every action, every event, an offence, the result of a deal."""
