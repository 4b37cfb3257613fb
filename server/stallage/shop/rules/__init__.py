"""Pages and links of the storefront, and what the shop offers."""
