"""The wishlist: SKUs that a customer saved, newest first, each once, at most 500."""
