"""Stripe, through its official client: the shopper pays on Stripe's own page (Checkout Sessions)."""
