"""What operators see of products."""
