"""Turns a cart into an order: the only feature that tells others what to do.

`quote` says what an order would cost and what stands in its way; `place_order` does it, in one
transaction: the same key gives the same order; stock rows are locked in key order; the price is worked
out again, and another total is refused with the new quote; the order, its copied lines, the reserved
units, the wallet's part and the payment are written; the cart is emptied; `OrderPlaced` is published.
Commit. Only then is the payment provider asked.
"""
