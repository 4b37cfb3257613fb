"""Turns a cart into an order. The only feature that orchestrates others.

`quote` computes what an order would cost and which problems prevent it. `place_order` places it in one
transaction: the same idempotency key returns the same order; stock is taken in key order; prices
are computed again, and a different total is refused with the new quote; the order, its lines, its
reserved units and its tenders are written; the cart is emptied; `OrderPlaced` is published. The payment
provider is called after the commit. `place_at_once` does the same in one statement, for orders that lock
nothing but stock and hold no tender.
"""
