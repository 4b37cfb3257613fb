"""Product cards in responses. The database builds them as JSON; a test compares the two."""

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
    """A value of an option that has a colour of its own."""

    value: str
    colour: str
    image: Picture | None


class Card(Output):
    """What a list shows of a product."""

    product_id: int
    sku_id: int | None = Field(description="What 'add' takes; null where an option must be chosen.")
    slug: str
    title: str
    brand: str | None
    image: Picture | None
    price: Money = Field(description="The lowest that can be had.")
    compare_at_price: Money | None = Field(
        description="What `price` is reduced from; null where no reduction is announced."
    )
    price_varies: bool = Field(description="Other SKUs cost more: say 'From' before `price`.")
    discount_percent: int
    lowest_price: LowestPrice
    average_rating: float = Field(description="0 while nobody has rated.")
    rating_count: int
    in_stock: bool
    stock_note: str | None = Field(examples=["Only 3 left"])
    swatches: list[Swatch]
    created_at: Time


class ChosenOption(Output):
    """What a SKU is, of an option, such as Glaze: Moss."""

    name: str
    value: str


class SkuCard(Card):
    """What a list shows of one SKU."""

    sku_id: int
    options: list[ChosenOption]
