"""What operators change of the storefront: categories, size guides, collections, sliders, sections, layouts.

This feature checks versions and records who changed what; products, merchandising and layout write.
"""
