"""SQL of low-stock levels."""
