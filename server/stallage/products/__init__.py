"""Products and their SKUs, pictures, categories, brands, attributes, prices and cards.

An action that changes what shoppers see of a product calls `refresh_products` in the same transaction:
it rebuilds the card and publishes `ProductsChanged`, which updates the search index.
"""
