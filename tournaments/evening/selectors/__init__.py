"""Reads for officials: the steps of the evening, and the open tasks of the next step."""
