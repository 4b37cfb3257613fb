"""JSON of counts and deliveries."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Day, Id, Input, Integer, Line, Output, Time
from stallage.stock_keeping.schemas.levels import Note, SomeUnits, Units

MAX_LINES = 500
CountState = Literal["open", "applied", "cancelled"]
DeliveryState = Literal["planned", "closed", "cancelled"]


class CountInput(Input):
    """A new count sheet."""

    location_id: Id
    note: Note = ""


class Counted(Input):
    """The figure of a SKU."""

    counted: Units


class CountLine(Output):
    """A counted SKU, with what applying does to it."""

    sku_id: int
    product: str
    options: str
    sku: str
    barcode: str
    expected: int = Field(description="On hand at the location when the figure was entered.")
    counted: int
    difference: int = Field(description="What applying adds.")
    moved: int = Field(description="Units that arrived since, or left if negative.")
    on_hand: int = Field(description="At the location now.")
    on_hand_after: int
    held: int = Field(description="Held by orders, at all locations.")
    blocked: bool = Field(description="More would be removed than is there, or than orders leave.")
    counted_at: Time
    counted_by: str


class CountItem(Output):
    """A count sheet in the list."""

    id: int
    location_id: int
    location: str
    note: str
    state: CountState
    lines: int
    created_at: Time
    finished_at: Time | None
    author: str


class CountSheet(Output):
    """A count sheet, the last figure first."""

    sheet: CountItem
    lines: list[CountLine]
    units: int = Field(description="The sum of all differences.")


class StockDeliveryLineInput(Input):
    """Units of a SKU that the supplier will send."""

    sku_id: Id
    quantity: SomeUnits
    cost: Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)] | None = Field(
        default=None, description="Of one unit, in minor units."
    )


class StockDeliveryInput(Input):
    """A delivery as planned."""

    supplier: Annotated[Line, Field(min_length=1, max_length=120)]
    location_id: Id
    expected_on: Day | None = None
    note: Note = ""
    lines: Annotated[list[StockDeliveryLineInput], Field(min_length=1, max_length=MAX_LINES)]


class StockDeliveryLine(Output):
    """A SKU of a delivery."""

    sku_id: int
    product: str
    options: str
    sku: str
    barcode: str
    quantity: int
    received: int
    cost: Money | None
    sellable: int


class StockDeliveryItem(Output):
    """A delivery in the list."""

    id: int
    supplier: str
    expected_on: date | None
    location_id: int
    location: str
    state: DeliveryState
    units: int
    received: int
    created_at: Time


class StockDelivery(Output):
    """A delivery with its lines."""

    version: str
    delivery: StockDeliveryItem
    note: str
    author: str
    total: Money = Field(description="The cost of all units whose cost is known.")
    lines: list[StockDeliveryLine]


class ReceivedLine(Input):
    """Units of a SKU that arrived."""

    sku_id: Id
    quantity: SomeUnits


class Receipt(Input):
    """What arrived of a delivery."""

    lines: Annotated[list[ReceivedLine], Field(min_length=1, max_length=MAX_LINES)]
    note: Note = ""
