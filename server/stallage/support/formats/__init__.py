"""Formats of support."""
