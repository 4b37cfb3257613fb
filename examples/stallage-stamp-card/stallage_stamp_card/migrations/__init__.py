"""Migrations of stamp cards, separate from those of Stallage."""
