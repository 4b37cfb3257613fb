"""Backups of a whole shop: made while it is open, verified, restored, and made on a schedule.

A backup is one tar file with the database (a custom-format dump of one snapshot), the original
pictures, the secret key and `settings.env`. `docs/backup.md` describes the file and the commands.
"""
