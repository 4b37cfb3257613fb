"""Back up a whole shop while it is open, on demand or on a schedule; verify and restore backups.

A backup is one tar file with the database (a custom-format dump of one snapshot), the original
pictures, the secret key and `settings.env`. `docs/backup.md` describes the file and the commands.
"""
