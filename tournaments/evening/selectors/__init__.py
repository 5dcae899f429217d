"""Reads for officials: the steps of the evening, and what the next one waits for."""
