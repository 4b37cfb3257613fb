"""API schemas of the back office."""
