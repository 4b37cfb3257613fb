"""Who wants the shop's letters, and has proven it.

An address is written to only after its owner has followed the link in the one letter that asks
(double opt-in). What a stranger learns by asking is the same whether or not an address is known.
"""
