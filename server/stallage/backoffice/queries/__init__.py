"""Queries of the back office."""
