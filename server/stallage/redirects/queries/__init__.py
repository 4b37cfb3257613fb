"""Queries of redirects."""
