"""Product cards in responses. The database builds them as JSON; a test checks that both match."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Picture, Time

LowestPrice = Annotated[
    Money | None,
    Field(
        description="With `compareAtPrice`: the lowest price of the 30 days before the reduction."
    ),
]


class Swatch(Output):
    """An option value with a colour."""

    value: str
    colour: str
    image: Picture | None


class Card(Output):
    """A product in a list."""

    product_id: int
    sku_id: int | None = Field(
        description="SKU to add to the cart; null if an option must be chosen first."
    )
    slug: str
    title: str
    brand: str | None
    image: Picture | None
    price: Money = Field(description="Lowest price of the SKUs that can be ordered.")
    compare_at_price: Money | None = Field(
        description="Price before the reduction; null if no reduction is announced."
    )
    price_varies: bool = Field(description="Other SKUs cost more: show 'From' before `price`.")
    discount_percent: int
    lowest_price: LowestPrice
    average_rating: float = Field(description="0 if there are no ratings.")
    rating_count: int
    in_stock: bool
    stock_note: str | None = Field(examples=["Only 3 left"])
    swatches: list[Swatch]
    created_at: Time


class ChosenOption(Output):
    """An option value of a SKU, such as Glaze: Moss."""

    name: str
    value: str


class SkuCard(Card):
    """A SKU in a list."""

    sku_id: int
    options: list[ChosenOption]
