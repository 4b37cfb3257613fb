"""Rules of reports."""
