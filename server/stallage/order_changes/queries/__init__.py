"""Reads what previews show."""
