"""What an operator arranges: sales, sliders and feature sections.

Each leads to a collection. Which products a collection has is written by `products`.
"""
