"""Errors of the storefront's screens."""

from __future__ import annotations

from stallage.core.errors import ApiError


class CategoryHasSubcategories(ApiError):
    """A category with subcategories cannot be deleted."""

    code = "category_has_subcategories"
    status = 409
    message = "Move or delete its subcategories first."


class CategoryBelowItself(ApiError):
    """A category cannot be moved into itself or below itself."""

    code = "category_below_itself"
    status = 409
    message = "A category cannot be moved below itself."


class CategoryTooDeep(ApiError):
    """The move would make the tree too deep."""

    code = "category_too_deep"
    status = 409
    message = "Categories can be nested up to 8 levels deep."


class SizeGuideInUse(ApiError):
    """Categories still have the size guide."""

    code = "size_guide_in_use"
    status = 409
    message = "Take it off its categories first."


class BrandInUse(ApiError):
    """Products, collections or discounts still have the brand."""

    code = "brand_in_use"
    status = 409
    message = "Products still have this brand. Merge it with another one, or change them first."
