"""Reads of stock keeping."""
