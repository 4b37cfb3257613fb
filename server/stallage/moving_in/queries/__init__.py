"""Queries of customers and orders of other shops."""
