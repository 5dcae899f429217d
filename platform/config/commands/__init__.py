"""The code behind the site's commands: one process for all, the demo, a club night from the shell."""
