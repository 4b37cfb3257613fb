"""A built-in payment provider for testing: it has a hosted payment page and moves no money.

It behaves like an external provider: the shop calls it through the port, and it sends the shop signed
webhook events over HTTP. Its ledger (`ledger.py`) is a table that nothing else reads. It does not run in a
live shop.
"""
