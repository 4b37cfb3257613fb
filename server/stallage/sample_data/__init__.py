"""Sample data: products, categories, banners and articles to look around with, taken out whole again.

They are the demo shop's. Nothing that exists is overwritten, and each record that was added is remembered, so
that taking them out leaves the operator's own records, and what the operator has edited since.
"""
