"""WooCommerce's product CSV."""
