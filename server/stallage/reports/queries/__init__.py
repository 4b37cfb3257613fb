"""Queries of reports."""
