"""Rules of redirects."""
