"""Tickets and the arithmetic of a line, as pure functions."""
