"""Kiln & Grain: a demo shop for development, demonstrations and browser tests.

`shop/` declares it like any other shop, see docs/shop-files.md; this package applies it to an empty
database and adds two gift codes to try.
"""
