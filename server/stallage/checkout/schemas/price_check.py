"""The operators' API of price checks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.checkout.schemas import Code, Country, Part, Quote
from stallage.core.money import Money
from stallage.core.schemas import Id, Input, Integer, Line, Output


class CheckedItem(Input):
    """An item to check, named by its id or its SKU."""

    sku_id: Id | None = Field(None, description="Null: the SKU names it.")
    sku: Annotated[Line, Field(max_length=120)] = ""
    quantity: Annotated[Integer, Field(ge=1, le=99)]


class CheckableItem(Output):
    """A variant that a price check can have."""

    sku_id: int
    sku: str = Field(description="Empty if it has none.")
    title: str
    options: list[str] = Field(description="Values of its options.")
    price: Money


class PriceCheckInput(Input):
    """An order to quote: items, where it goes, and who buys."""

    items: Annotated[list[CheckedItem], Field(min_length=1, max_length=50)]
    country: Country
    state: Part = ""
    city: Part = ""
    postal_code: Annotated[Line, Field(max_length=20)] = ""
    tax_id: Annotated[Line, Field(max_length=40)] = Field(
        "", description="Of a business; empty: a private customer."
    )
    promo_code: Code = ""
    shipping_method: Code = Field("", description="Empty: the first one that is offered.")


class ZoneFound(Output):
    """The delivery zone of the place."""

    code: str
    name: str
    matched_by: Literal["state", "country", "rest_of_world"]


class AppliedRate(Output):
    """A tax rate that applies, and the row that it is from."""

    name: str
    rate: str = Field(description="Percent, such as `8.875`.")
    included: bool
    state: str = Field(description="Of the row; empty: the whole country.")
    city: str
    tax_class: str = Field(description="Empty: the standard rate.")


class CheckedLine(Output):
    """A line and what determines its tax."""

    sku_id: int
    sku: str
    title: str
    quantity: int
    price: Money
    total: Money
    discount: Money
    tax: Money
    is_gift: bool
    taxable: bool
    tax_class: str = Field(description="Of the product; empty: none.")
    rates: list[AppliedRate]


class CheckedDelivery(Output):
    """The delivery method and what determines its price."""

    code: str
    name: str
    is_by_zone: bool = Field(description="False: it costs the same everywhere.")
    basis: Literal["flat", "weight", "value"]
    band: int | None = Field(description="Limit of the band: grams or minor units; null: none.")
    value: Money = Field(
        description="The items after discounts, which bands and free delivery use."
    )
    is_free: bool = Field(description="Because of the value.")
    left_out: list[str] = Field(description="Methods that do not carry this weight or value.")


class PriceCheck(Output):
    """A quote with the rules that matched."""

    quote: Quote
    unknown_skus: list[str]
    zone: ZoneFound | None = Field(description="Null if no zone has this place.")
    weight_grams: int
    delivery: CheckedDelivery | None
    lines: list[CheckedLine]
    delivery_rates: list[AppliedRate]
    reverse_charge: Literal[
        "applies",
        "off",
        "shop_outside_eu",
        "no_tax_id",
        "tax_id_not_eu",
        "tax_id_of_shop_country",
        "delivered_in_shop_country",
        "delivered_outside_eu",
    ] = Field(description="Whether it applies, and why or why not.")
