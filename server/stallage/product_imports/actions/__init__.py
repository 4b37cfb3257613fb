"""Writes what product imports and their undo change."""
