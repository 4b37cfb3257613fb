"""JSON of transfers between locations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Output, Time
from stallage.stock_keeping.schemas.documents import MAX_LINES
from stallage.stock_keeping.schemas.levels import Note, SomeUnits, Units

TransferState = Literal["draft", "sent", "received", "cancelled"]


class StockTransferLineInput(Input):
    """Units of a SKU to send."""

    sku_id: Id
    quantity: SomeUnits


class StockTransferInput(Input):
    """A new transfer."""

    source_id: Id
    target_id: Id
    note: Note = ""
    lines: Annotated[list[StockTransferLineInput], Field(min_length=1, max_length=MAX_LINES)]


class StockTransferLine(Output):
    """A SKU of a transfer. In transit once sent = quantity - received - lost - returned."""

    sku_id: int
    product: str
    options: str
    sku: str
    barcode: str
    quantity: int
    received: int
    lost: int = Field(description="Damaged units included.")
    returned: int = Field(description="Back at the source, because the transfer was cancelled.")
    in_transit: int
    sendable: int = Field(description="At the source now, and not held by orders.")


class StockTransferItem(Output):
    """A transfer in the list."""

    id: int
    source_id: int
    source: str
    target_id: int
    target: str
    state: TransferState
    units: int
    received: int
    lost: int
    in_transit: int
    created_at: Time
    sent_at: Time | None
    finished_at: Time | None


class StockTransfer(Output):
    """A transfer with its lines."""

    transfer: StockTransferItem
    note: str
    author: str
    lines: list[StockTransferLine]


class ArrivedLine(Input):
    """Units of a SKU that arrived, and those that are damaged or lost."""

    sku_id: Id
    received: Units = 0
    lost: Units = 0


class Arrival(Input):
    """What arrived of a transfer."""

    lines: Annotated[list[ArrivedLine], Field(min_length=1, max_length=MAX_LINES)]
    note: Note = ""
