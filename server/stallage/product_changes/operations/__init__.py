"""Operators' tasks in several steps."""
