"""The catalogue: what the shop sells, where it stands, what it costs now, and how it is found.

Its law: whoever changes what a shopper sees of a product rebuilds its card and publishes
`ProductsChanged`, both in the transaction of the change. The search index is a cache that follows.
"""
