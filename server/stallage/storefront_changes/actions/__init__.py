"""Actions of operators on the storefront."""
