"""Create, verify, restore and schedule backups, and upgrade the embedded database."""
