"""Texts of the shop: policies, contact and customer care pages, FAQs and blog articles.

Operators write Markdown or HTML. Both are sanitised before they are stored.
"""
