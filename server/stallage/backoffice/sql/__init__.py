"""SQL that several queries and actions share."""
