"""Stripe: the shopper pays on Stripe's own page (Checkout Sessions), through Stripe's official client."""
