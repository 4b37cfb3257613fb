"""What operators change of the storefront: categories, collections, sliders, feature sections, layouts.

This feature checks versions and records who changed what; products, merchandising and layout write.
"""
