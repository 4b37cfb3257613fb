"""Runs what was requested, in several steps."""
