"""Rules of the back office."""
