"""Kiln & Grain: a believable shop for development, demonstration and browser tests.

`data/` says everything it shows and `media/` holds its pictures; this package puts both into a shop
by the features' own actions.
"""
