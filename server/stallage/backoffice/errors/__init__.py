"""Errors of the back office."""
