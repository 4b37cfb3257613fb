"""Public questions about a product, answered by the shop or by buyers.

A question without an answer becomes a support ticket after a while.
"""
