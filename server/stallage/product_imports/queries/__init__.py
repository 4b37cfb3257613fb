"""Reads what product imports need to know of the catalogue."""
