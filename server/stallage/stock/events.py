"""Events of stock."""

from __future__ import annotations

from stallage.core.events import Event


class StockPutBack(Event):
    """Returned units were put back into stock, or taken out again for an order that was revived."""

    sku_ids: list[int]
