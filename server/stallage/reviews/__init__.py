"""Ratings and comments on what was bought.

A review speaks of one order line and is published at once, or by an operator where the shop
moderates. The rating summary of a product counts published reviews and is kept in the transaction
that changes them.
"""
