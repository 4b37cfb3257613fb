"""The wishlist: SKUs that a customer wants to remember, newest first, each once, at most 500."""
