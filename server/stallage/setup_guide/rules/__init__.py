"""Rules of the set-up guide."""
