"""Writes imports, their files, items and messages."""
