"""Products and their SKUs, pictures, categories, brands, attributes, prices and cards.

Whoever changes what a shopper sees of a product rebuilds its card and publishes `ProductsChanged` in the
same transaction. The search index follows.
"""
