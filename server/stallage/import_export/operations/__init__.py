"""Import and export of a whole catalogue."""
