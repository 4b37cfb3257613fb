"""What operators change of the storefront: categories and collections.

This feature checks versions and records who changed what; products and merchandising write.
"""
