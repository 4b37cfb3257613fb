"""A transaction that stays open while pg_dump runs."""
