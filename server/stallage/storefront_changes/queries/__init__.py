"""What operators see of the storefront."""
