"""What the API says of a cart."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.gift_cards import GiftCardDetails, GiftCardInput, GiftCardLines
from stallage.cart.rules import MAX_LINES, MAX_QUANTITY, Problem
from stallage.core.money import Money
from stallage.core.schemas import MAX_ID, Between, Id, Input, Integer, Line, Output, Picture
from stallage.products.schemas import ChosenOption

GuestSkuIds = Annotated[list[Id], Field(max_length=MAX_LINES * MAX_QUANTITY)]
"""A guest's cart: an id that stands n times means n pieces."""


class MoneySeen(Input):
    """An amount that a browser has kept."""

    amount: Annotated[Integer, Field(ge=0, le=MAX_ID)]
    currency: Annotated[Line, Field(min_length=3, max_length=3)]


class CartItem(Output):
    """A line of a cart, and of a quote."""

    id: int = Field(
        description="The SKU's id in a guest's cart, of a gift card there minus its place; 0 for a"
        " gift in a quote."
    )
    sku_id: int
    quantity: int
    title: str
    slug: str
    image: Picture | None
    options: list[ChosenOption]
    price: Money = Field(description="Of one piece, a running sale taken off.")
    compare_at_price: Money | None
    line_total: Money
    available_quantity: int | None = Field(description="The stock now; null where it never ends.")
    max_quantity: int = Field(description="How many of it one order may hold.")
    problem: Problem | None
    previous_price: Money | None = Field(description="With `price_changed`.")
    message: str | None = Field(description="What the shopper is told of the problem.")
    gift_card: GiftCardDetails | None = Field(description="Null for everything but gift cards.")


class AddLine(Input):
    """A SKU to put into the cart."""

    sku_id: Id
    quantity: Annotated[Integer, Between(1, MAX_QUANTITY)] = 1
    gift_card: GiftCardInput | None = Field(
        default=None, description="For a gift card, which is a line of its own; one at a time."
    )


class SetLine(Input):
    """How many of a line there shall be; none takes it out."""

    id: Id
    quantity: Annotated[Integer, Field(ge=0, le=MAX_QUANTITY)]
    gift_card: GiftCardInput | None = Field(
        default=None, description="Of a gift card's line: what shall stand on it."
    )


class GuestCart(Input):
    """A guest's cart with its gift cards."""

    sku_ids: GuestSkuIds = Field(default=[])
    gift_cards: GiftCardLines = Field(default=[])


class PriceSeen(Input):
    """What a piece of a SKU cost when its shopper last saw it."""

    sku_id: Id
    price: MoneySeen


LeftOutReason = Literal["unknown", "unavailable", "too_many_lines", "limit"]


class LeftOut(Output):
    """Pieces that did not come along."""

    sku_id: int
    reason: LeftOutReason = Field(
        description="`limit`: more than one order may hold; the rest is in the cart."
    )


class PiecesBefore(Output):
    """How many of a SKU a cart held."""

    sku_id: int
    quantity: int


class CartMerge(Output):
    """What became of a list of SKUs that joined a cart."""

    added: list[int] = Field(description="SKUs that were not in the cart before.")
    raised: list[int] = Field(description="SKUs of which there are more now.")
    before: list[PiecesBefore] = Field(
        description="What was held before of each that was added (0) or raised: setting it undoes that."
    )
    left_out: list[LeftOut]
