"""Services that write tables and deals, one file a subject."""
