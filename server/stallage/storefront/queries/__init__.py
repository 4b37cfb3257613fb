"""The home page, the category tree, product pages and their heads."""
