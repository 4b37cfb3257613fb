"""Requests of product exports."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.product_changes.schemas.lists import ProductFilter


class ProductExportQuery(ProductFilter):
    """Which products, and in which format."""

    format: Literal["shopify", "woocommerce", "google", "google-xml"] = Field(
        "shopify",
        description="`google` is text with tabs, `google-xml` RSS; both have only products on sale.",
    )
