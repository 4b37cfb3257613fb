"""Reads the structure of the database, and archives for download."""
