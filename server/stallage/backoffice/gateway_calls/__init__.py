"""Runs slow checks, and measures space."""
