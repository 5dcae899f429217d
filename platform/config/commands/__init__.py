"""What the commands of the site do: one process for all, the demo, a club night from the shell."""
