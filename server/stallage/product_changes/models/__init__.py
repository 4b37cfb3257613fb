"""Tables of changes to products."""

from stallage.product_changes.models.versions import ProductVersion

__all__ = ["ProductVersion"]
