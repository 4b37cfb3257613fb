"""Errors of changes to products."""
