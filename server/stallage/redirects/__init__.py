"""Redirects from addresses of another shop, or of this one, to pages of this shop.

Redirects are looked up only after no page was found, and lead to this shop's own pages only. One that
leads to a product, category, collection, page or article follows it when its address changes.
"""
