"""Actions of reports."""
