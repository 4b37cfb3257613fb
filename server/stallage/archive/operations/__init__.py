"""Writes, verifies and imports archives."""
