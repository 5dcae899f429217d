"""Stages: begin and end them, their brackets, and who qualifies for the next."""
