"""Files in and out: lists, reports, dumps."""
