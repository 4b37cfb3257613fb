"""What the API says of orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.gift_cards import GiftCardDetails
from stallage.cart.schemas import CartItem, CartMerge
from stallage.catalog.schemas import ChosenOption
from stallage.core.money import Money
from stallage.core.schemas import Line, Output, Picture, Time
from stallage.pricing.schemas import Discount, Estimate, Tax
from stallage.signin.schemas import ContactProof

Status = Annotated[int, Field(ge=0, le=15, description="See the table of order statuses.")]
PaymentStatus = Annotated[
    int,
    Field(
        ge=0, le=4, description="0 in progress, 1 paid, 2 failed, 3 refunded, 4 partly refunded."
    ),
]


class OrderLine(Output):
    """A line as it was at purchase."""

    line_id: int
    sku_id: int
    sku: str
    slug: str
    title: str
    options: list[ChosenOption]
    image: Picture | None
    quantity: int
    price: Money = Field(description="Of one piece.")
    compare_at_price: Money | None
    line_total: Money
    discount: Money = Field(description="Its share of the promo code.")
    tax: Money = Field(description="Of the whole line, included and added.")
    returnable: bool
    gift_card: GiftCardDetails | None = Field(description="Null for everything but gift cards.")
    cancelled_quantity: int = Field(description="Pieces that were cancelled on their own.")
    returned_quantity: int = Field(description="Pieces that came back.")


class TimelineEntry(Output):
    """A change of the order's status, or of its lines: then the label says what happened."""

    status: Status
    label: str
    time: Time
    by: Literal["customer", "operator", "system"]


class OrderShipping(Output):
    """How the order is sent."""

    code: str
    name: str
    estimate: Estimate


class OrderAddress(Output):
    """Where the order goes."""

    name: str | None
    first_name: str
    last_name: str
    line1: str
    line2: str | None
    city: str | None
    state: str | None
    postal_code: str | None
    country: str
    phone: str | None


class OrderContact(Output):
    """Who is told of the order."""

    email: str | None
    phone: str | None
    first_name: str
    last_name: str


class OrderAllows(Output):
    """What the shopper can do with the order now."""

    cancel: bool
    pay: bool
    reorder: bool


class OrderSummary(Output):
    """An order in a list."""

    order_id: str
    status: Status
    status_label: str
    payment_status: PaymentStatus
    payment_method: str
    placed_at: Time
    total: Money
    item_count: int = Field(description="Pieces.")
    lines: list[OrderLine]
    allows: OrderAllows


class OrderDetails(OrderSummary):
    """An order whole."""

    pay_until: Time | None = Field(description="When it ends unless it is paid.")
    delivered_at: Time | None
    contact: OrderContact
    address: OrderAddress | None = Field(description="Null for an order of gift cards alone.")
    subtotal: Money
    discounts: list[Discount]
    shipping_method: OrderShipping | None
    shipping_total: Money
    taxes: list[Tax]
    cancelled_total: Money = Field(
        description="What lines that were cancelled on their own were worth."
    )
    wallet_used: Money = Field(description="Without what came back for cancelled lines.")
    payable: Money = Field(description="Without what was taken off for cancelled lines.")
    timeline: list[TimelineEntry] = Field(description="Oldest first.")


class Reordered(Output):
    """The cart after an order's lines joined it again."""

    items: list[CartItem]
    merge: CartMerge


class OrderProof(ContactProof):
    """An order's number, and the code that went to its contact."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]


class OrderKey(Output):
    """What shows an order to who has no account; see its `?key=`."""

    order_id: str
    key: str
