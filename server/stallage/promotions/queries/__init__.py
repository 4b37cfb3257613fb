"""Reads promotions."""
