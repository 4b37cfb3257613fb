"""The backup file."""
