"""Rules of changes that operators make to products."""
