"""Recommendations of four kinds: bought together, related, for what a shopper viewed, and popular now.

Pairs of products and popular products are computed from orders every night. Orders of the year before the
newest one count, except cancelled and unpaid ones. Past orders of another shop, imported by shop files,
count too. A pair must occur in a minimum of orders and more often than by chance (`rules`). Related
products come from the search index and need no orders.
"""
