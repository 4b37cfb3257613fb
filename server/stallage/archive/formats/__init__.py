"""The archive file and its encrypted secrets."""
