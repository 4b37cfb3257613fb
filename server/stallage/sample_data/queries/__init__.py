"""Reads sample data, and what taking it out would do."""
