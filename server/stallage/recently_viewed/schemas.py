"""Request and response of recently viewed SKUs."""

from __future__ import annotations

from stallage.core.schemas import Id, Input, Output
from stallage.customers.schemas import SkuIds


class ViewInput(Input):
    """The SKU that is viewed."""

    sku_id: Id


class RecentlyViewed(Output):
    """Recently viewed SKUs."""

    recently_view_sku_id: SkuIds
