"""Queries of payments: top-ups of customers, and payments that need an operator."""
