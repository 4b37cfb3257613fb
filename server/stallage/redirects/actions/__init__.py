"""Create, change and delete redirects."""
