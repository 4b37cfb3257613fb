"""API schemas of carts."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.rules.lines import MAX_GIFT_CARDS, MAX_LINES, MAX_QUANTITY, Problem
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import (
    MAX_ID,
    Between,
    Day,
    Id,
    Input,
    Integer,
    Line,
    Output,
    Picture,
    Text,
)
from stallage.products.schemas import ChosenOption

GuestSkuIds = Annotated[list[Id], Field(max_length=MAX_LINES * MAX_QUANTITY)]
"""A guest\'s cart: an id that occurs n times means n units."""


MAX_MESSAGE = 500
PersonName = Annotated[Line, Field(min_length=1, max_length=80)]


class GiftCardInput(Input):
    """A gift card as filled in by its buyer."""

    amount: Annotated[Integer, Field(ge=1, le=MAX_AMOUNT)] = Field(
        description="In the minor unit: the price of the SKU, or within the product's range."
    )
    recipient_name: PersonName
    recipient_email: Annotated[Line, Field(min_length=1, max_length=254)]
    sender_name: PersonName
    message: Annotated[Text, Field(max_length=MAX_MESSAGE)] = ""
    send_on: Day | None = Field(
        default=None, description="A date in the shop's time zone; null: as soon as it is paid."
    )


class GiftCardLineInput(GiftCardInput):
    """A gift card in a guest's cart or of "Buy now"."""

    sku_id: Id


GiftCardLines = Annotated[list[GiftCardLineInput], Field(max_length=MAX_GIFT_CARDS)]


class GiftCardDetails(Output):
    """The details of a gift card."""

    amount: Money
    recipient_name: str
    recipient_email: str
    sender_name: str
    message: str
    send_on: date | None = Field(description="Null: as soon as it is paid.")


class MoneySeen(Input):
    """An amount that the browser has stored."""

    amount: Annotated[Integer, Field(ge=0, le=MAX_ID)]
    currency: Annotated[Line, Field(min_length=3, max_length=3)]


class CartItem(Output):
    """A line of a cart or a quote."""

    id: int = Field(
        description="In a guest's cart the SKU's id, or minus the position of a gift card; 0 for a gift"
        " in a quote."
    )
    sku_id: int
    quantity: int
    title: str
    slug: str
    image: Picture | None
    options: list[ChosenOption]
    price: Money = Field(description="Per unit, with a running sale deducted.")
    compare_at_price: Money | None
    line_total: Money
    available_quantity: int | None = Field(description="The current stock; null if unlimited.")
    max_quantity: int = Field(description="The number of units that one order may contain.")
    problem: Problem | None
    previous_price: Money | None = Field(description="With `price_changed`.")
    message: str | None = Field(description="The problem as a sentence for the shopper.")
    gift_card: GiftCardDetails | None = Field(description="Null unless it is a gift card.")


class AddLine(Input):
    """A SKU to add to the cart."""

    sku_id: Id
    quantity: Annotated[Integer, Between(1, MAX_QUANTITY)] = 1
    gift_card: GiftCardInput | None = Field(
        default=None,
        description="Required for a gift card. Each gift card is a separate line with quantity 1.",
    )


class SetLine(Input):
    """The new quantity of a line; 0 removes it."""

    id: Id
    quantity: Annotated[Integer, Field(ge=0, le=MAX_QUANTITY)]
    gift_card: GiftCardInput | None = Field(
        default=None, description="For the line of a gift card: its new details."
    )


class GuestCart(Input):
    """A guest's cart, including gift cards."""

    sku_ids: GuestSkuIds = Field(default=[])
    gift_cards: GiftCardLines = Field(default=[])


class PriceSeen(Input):
    """The unit price of a SKU when the shopper last saw it."""

    sku_id: Id
    price: MoneySeen


LeftOutReason = Literal["unknown", "unavailable", "too_many_lines", "limit"]


class LeftOut(Output):
    """A SKU that was not merged, or only in part."""

    sku_id: int
    reason: LeftOutReason = Field(
        description="`limit`: more than one order may contain; the rest is in the cart."
    )


class PreviousQuantity(Output):
    """The quantity of a SKU in the cart before a merge."""

    sku_id: int
    quantity: int


class CartMerge(Output):
    """The result of merging a list of SKUs into a cart."""

    added: list[int] = Field(description="SKUs that were not in the cart before.")
    raised: list[int] = Field(description="SKUs whose quantity was increased.")
    before: list[PreviousQuantity] = Field(
        description="The previous quantity of each SKU that was added (0) or raised; set it to undo."
    )
    left_out: list[LeftOut]
