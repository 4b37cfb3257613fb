"""What operators change of the storefront: categories, size guides and collections.

This feature checks versions and records who changed what; products and merchandising write.
"""
