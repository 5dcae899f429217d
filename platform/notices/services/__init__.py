"""Services for notices: tell people, send, read, choose, delete."""
