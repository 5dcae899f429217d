"""Printed documents and hall screens."""
