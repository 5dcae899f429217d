"""Backups as files, and what a site keeps beside its database."""
