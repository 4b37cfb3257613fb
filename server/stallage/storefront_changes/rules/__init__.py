"""Rules of the category tree."""
