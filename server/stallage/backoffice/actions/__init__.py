"""Actions of the back office."""
