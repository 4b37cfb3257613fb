"""Reads imports."""
