"""Changes that operators make to products."""
