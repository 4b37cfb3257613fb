"""Reviews: ratings and comments of buyers.

A review belongs to one order line. It is published at once, or by an operator if the shop moderates
reviews. A product's rating summary counts published reviews and is updated in the same transaction.
"""
