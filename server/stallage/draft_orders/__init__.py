"""Orders that an operator takes by telephone: drafts, and how they become orders.

A draft stores what was chosen, and nothing that can be computed: prices, taxes and totals come from the
same quote as in the storefront, and placing uses the same code. A draft reserves no stock.
"""
