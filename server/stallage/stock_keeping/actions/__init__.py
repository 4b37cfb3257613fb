"""Actions of stock keeping."""
