"""Events of stock."""

from __future__ import annotations

from stallage.core.events import Event


class StockPutBack(Event):
    """Returned units were put back into stock, or taken out again for an order that was revived.

    Also for each change of supply at a location, such as a delivery.
    """

    sku_ids: list[int]
