"""Kinds of import: customers, orders and redirects of other shops."""
