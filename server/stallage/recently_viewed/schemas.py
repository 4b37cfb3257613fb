"""What the API says about recently viewed SKUs."""

from __future__ import annotations

from stallage.core.schemas import Id, Input, Output
from stallage.customers.schemas import SkuIds


class ViewInput(Input):
    """The SKU that is being looked at."""

    sku_id: Id


class RecentlyViewed(Output):
    """What was looked at last."""

    recently_view_sku_id: SkuIds
