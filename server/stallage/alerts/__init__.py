"""Letters that a shopper asked for: a thing is back in stock, or costs less.

An alert is told once and then done. Whoever holds its token (it is in the letter alone) can end it
without signing in. What is due is found by looking at stock and prices as shoppers see them now, so it
does not matter whether an import, a sale or an operator changed them.
"""
