"""What other features read about products."""
