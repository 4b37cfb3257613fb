"""A payment provider for trying out, built in: it has a hosted page, signs its notices and takes no money.

It behaves as a stranger would: the shop reaches it through the port, and it reaches the shop by notices
over HTTP alone. Its books (`books.py`) are a table of its own that nothing else reads. It refuses to
run in a live shop.
"""
