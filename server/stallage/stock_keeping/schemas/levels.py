"""JSON of SKUs with their units, and of changes of them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Integer, Line, Output, Text, Time
from stallage.stock.rules import Reason

MAX_UNITS = 1_000_000
Units = Annotated[Integer, Field(ge=0, le=MAX_UNITS)]
SomeUnits = Annotated[Integer, Field(ge=1, le=MAX_UNITS)]
Note = Annotated[Text, Field(max_length=500)]
StockFilter = Literal["low", "out", "owed", "own_level"]
"""`owed`: orders wait for units on backorder. `own_level`: by its own rule or its product's."""
LowFrom = Literal["item", "product", "category", "shop"]
"""The rule that a low-stock level comes from."""


class LevelAt(Output):
    """The units of a SKU at a location."""

    location_id: int
    location: str
    on_hand: int


class StockItem(Output):
    """A SKU with its units. On hand = sellable + held."""

    sku_id: int
    product: str = Field(description="The product's title.")
    slug: str
    options: str = Field(description="Values of its options, such as `Blue / M`; may be empty.")
    sku: str
    barcode: str
    tracked: bool
    backorder: bool
    on_hand: int
    held: int = Field(description="On hand, for orders that are not shipped.")
    sellable: int = Field(description="Can still be ordered.")
    owed: int = Field(description="Ordered on backorder, and not in stock yet.")
    incoming: int = Field(description="In planned deliveries, and not received yet.")
    in_transit: int = Field(description="Sent from one location to another; not on hand.")
    low_at: int = Field(description="Units from which on it is low.")
    low_from: LowFrom
    low_category: str | None = Field(description="Title of the category that the level is from.")
    is_low: bool
    levels: list[LevelAt]


class HeldBy(Output):
    """The units that an order holds."""

    order_id: str
    quantity: int
    taken: int = Field(description="Units that are on hand; the rest is owed.")
    time: Time


class Incoming(Output):
    """Units of a planned delivery."""

    delivery_id: int
    supplier: str
    expected_on: date | None
    units: int


class InTransit(Output):
    """Units of a transfer under way."""

    transfer_id: int
    target: str
    units: int
    sent_at: Time


class StockDetails(Output):
    """A SKU with everything that is known of its units: supplied = sellable + held + sold."""

    item: StockItem
    supplied: int
    sold: int
    product_id: int
    own_low_at: int | None = Field(description="Null if the product's level counts.")
    product_low_at: int | None = Field(description="Null if the category's level counts.")
    category_low_at: int | None = Field(description="Null if the shop's setting counts.")
    category: str | None = Field(description="Title of the nearest category with a level.")
    shop_low_at: int
    sold_recently: int = Field(description="Units shipped in the last 30 days.")
    days_of_cover: int | None = Field(description="Null if none was shipped in the last 30 days.")
    reservations: list[HeldBy] = Field(description="Oldest first, at most 100.")
    incoming: list[Incoming]
    in_transit: list[InTransit]


class Movement(Output):
    """A change of the units on hand."""

    id: int
    location: str
    quantity: int
    kind: str
    note: str
    order_id: str | None
    delivery_id: int | None
    count_id: int | None
    transfer_id: int | None
    person: str | None = Field(description="Null for a shopper or the shop itself.")
    time: Time


class UnitsChange(Input):
    """Units added at a location, or removed."""

    location_id: Id
    quantity: Annotated[
        Integer,
        Field(ge=-MAX_UNITS, le=MAX_UNITS, description="Negative to remove units; not 0."),
    ]
    reason: Reason
    note: Note = ""


class UnitsMove(Input):
    """Units moved from one location to another."""

    source_id: Id
    target_id: Id
    quantity: SomeUnits
    note: Note = ""


class ChangePreview(Output):
    """What a change does."""

    on_hand_before: int = Field(description="At the location.")
    on_hand_after: int
    sellable_before: int
    sellable_after: int


class LowAt(Input):
    """From how many units a SKU, or each SKU of a product, counts as low."""

    low_at: Units | None = Field(
        description="Null for the next level: of the product, of a category, then of the shop."
    )


class Location(Output):
    """A place that has units."""

    id: int
    version: str
    name: str
    address: str
    priority: int
    is_default: bool
    active: bool
    units: int
    skus: int


class LocationList(Output):
    """Locations in the order in which units leave them."""

    items: list[Location]


class LocationInput(Input):
    """A location as it should be."""

    name: Annotated[Line, Field(min_length=1, max_length=80)]
    address: Annotated[Text, Field(max_length=500)] = ""
    priority: Annotated[Integer, Field(ge=0, le=1000)] = 0
    is_default: bool = False
