"""What reader and writer of Google Merchant product data share."""

from __future__ import annotations

VARIANT_TARGETS = {"color": "Color", "size": "Size", "material": "Material", "pattern": "Pattern"}
"""Attributes that variants can differ by, and the names of the options."""
FACETS = {**VARIANT_TARGETS, "gender": "Gender", "age_group": "Age group"}
"""Attributes of products, and the labels of the filters."""
OPTIONS = "Options"
ATTRIBUTES = "Attributes"
SPECIFICATION = "Specification"
"""Sections of `product_detail`. Others are part of the specification too."""
CATEGORY_EXTRA = "Google Shopping / Google product category"
"""The stored column with Google's category, as files of Shopify have it."""
_OTHER_NAMES = {"colour": "color", "age group": "age_group"}


def known_target(name: str) -> str | None:
    """Return Google's attribute for an option or attribute with this name, if there is one."""
    folded = name.casefold()
    target = _OTHER_NAMES.get(folded, folded)
    return target if target in FACETS else None
