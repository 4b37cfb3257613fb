"""Stallage: an open-source online shop."""

__version__ = "0.1.0"
