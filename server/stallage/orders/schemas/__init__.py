"""Requests and responses of orders and parcels."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from stallage.cart.rules.lines import MAX_LINES
from stallage.cart.schemas import CartItem, CartMerge, GiftCardDetails
from stallage.core.criteria import OPERATION, Match, Operation, Values
from stallage.core.money import Money
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE
from stallage.core.schemas import Day, Id, Input, Integer, Line, Output, Picture, Time
from stallage.orders.rules.parcels import is_web_link
from stallage.pricing.schemas import Discount, Estimate, GiftWrap, Tax
from stallage.products.schemas import ChosenOption
from stallage.signin.schemas import ContactProof

Status = Annotated[int, Field(ge=0, le=15, description="See the table of order statuses.")]
PaymentStatus = Annotated[
    int,
    Field(
        ge=0, le=4, description="0 in progress, 1 paid, 2 failed, 3 refunded, 4 partly refunded."
    ),
]


def _web_link(value: str) -> str:
    if not is_web_link(value):
        raise PydanticCustomError("shop_rule", "Please enter a link that begins with https://.")
    return value


CarrierName = Annotated[Line, Field(min_length=1, max_length=60)]
TrackingNumber = Annotated[Line, Field(min_length=1, max_length=64)]
WebLink = Annotated[Line, AfterValidator(_web_link)]

Units = Annotated[Integer, Field(ge=1, le=999)]


class ParcelLine(Output):
    """Units of an order line in a parcel."""

    line_id: int
    quantity: int


class Parcel(Output):
    """A parcel that was handed to a carrier."""

    parcel_id: str
    carrier: str
    tracking_number: str | None = Field(description="Null once the shopper is forgotten.")
    tracking_url: str | None = Field(description="The carrier's tracking page, if there is one.")
    shipped_at: Time
    arrives_by: date | None = Field(description="The last day on which it should arrive.")
    delivered_at: Time | None
    lines: list[ParcelLine]


class ParcelLineInput(Input):
    """Units of an order line to ship."""

    model_config = ConfigDict(extra="forbid")

    line_id: Id
    quantity: Units


class ParcelInput(Input):
    """A parcel to ship."""

    model_config = ConfigDict(extra="forbid")

    carrier: CarrierName
    tracking_number: TrackingNumber
    tracking_url: WebLink | None = Field(
        default=None, description="Without it, the carrier's own link."
    )
    arrives_by: Day | None = Field(
        default=None, description="Without it, from the shipping method's estimate."
    )
    lines: Annotated[list[ParcelLineInput], Field(min_length=1, max_length=MAX_LINES)] | None = (
        Field(default=None, description="Without it, everything that is not shipped yet.")
    )
    location_id: Id | None = Field(
        default=None,
        description="Where the units of the order's first parcel leave first. Without it, by priority.",
    )


class ParcelChanges(Input):
    """Corrections of a parcel's tracking. Missing fields do not change."""

    model_config = ConfigDict(extra="forbid")

    carrier: CarrierName | None = None
    tracking_number: TrackingNumber | None = None
    tracking_url: WebLink | None = None
    arrives_by: Day | None = None


class OrderTracking(Output):
    """A summary of an order's parcels."""

    parcel_count: int
    delivered_count: int
    unshipped_quantity: int = Field(description="Units that are in no parcel yet.")
    arrives_by: date | None = Field(
        description="When the last parcel in transit should arrive; null if none is, or if unknown."
    )
    carrier: str | None = Field(description="Of the parcel to track, if there is only one.")
    tracking_url: str | None = Field(description="Of the parcel to track, if there is only one.")


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
    price: Money = Field(description="Of one unit.")
    compare_at_price: Money | None
    line_total: Money
    discount: Money = Field(description="Its share of all discounts.")
    tax: Money = Field(description="Of the whole line: included and added taxes.")
    returnable: bool
    gift: str | None = Field(
        description="Name of the discount that added the line for free; null for what was bought."
    )
    gift_card: GiftCardDetails | None = Field(description="Null for everything but gift cards.")
    cancelled_quantity: int = Field(
        description="Units cancelled individually, not with the whole order."
    )
    returned_quantity: int = Field(description="Units returned.")


class TimelineEntry(Output):
    """A change of the order's status, or of its lines; then the label says what changed."""

    status: Status
    label: str
    time: Time
    by: Literal["customer", "operator", "system"]


class OrderShipping(Output):
    """How the order is shipped."""

    code: str
    name: str
    estimate: Estimate


class OrderAddress(Output):
    """The delivery or billing address of an order."""

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
    company: str | None
    tax_id: str | None


class OrderContact(Output):
    """Who receives messages about the order."""

    email: str | None
    phone: str | None
    first_name: str
    last_name: str


class OrderAllows(Output):
    """Actions that the shopper can take on the order now."""

    cancel: bool
    pay: bool
    reorder: bool
    edit_billing: bool = Field(description="No invoice has been issued yet.")


class ListedOrderAllows(OrderAllows):
    """Actions on an order in a list, including those that the order page reads separately."""

    return_items: bool = Field(description="Within the window for returns.")
    review: bool = Field(description="A delivered item is not reviewed yet.")
    invoice: bool = Field(description="There is an invoice to download.")


class OrderBase(Output):
    """What the list and the order page have in common."""

    order_id: str
    status: Status
    status_label: str
    payment_status: PaymentStatus
    payment_method: str
    placed_at: Time
    total: Money
    item_count: int = Field(description="Units in total.")
    lines: list[OrderLine]


class OrderSummary(OrderBase):
    """An order in a list."""

    tracking: OrderTracking | None = Field(description="Null without parcels.")
    allows: ListedOrderAllows


class OrderCriterion(Input):
    """One condition. Several values of `eq`, `ne`, `cn` and `nc` are or-ed; `range` takes two."""

    key: Literal["placedAt", "total", "status", "paymentStatus", "title", "orderId"] = Field(
        description="`title` is that of any product of the order."
    )
    operation: Operation = OPERATION
    value: Values


class OrderSearch(Input):
    """A search among the customer's orders. Without criteria, all orders."""

    criteria: Annotated[list[OrderCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Match = "all"
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Field(ge=1, le=MAX_PAGE_SIZE)] = 10


class OrderTender(Output):
    """Stored value that pays part of an order."""

    kind: str = Field(examples=["gift_card", "wallet"])
    label: str = Field(examples=["Paid by gift card"])
    amount: Money


class OrderDetails(OrderBase):
    """An order with all its details."""

    limited: bool = Field(
        description="Viewed with a guest's link although the order now belongs to an account: without"
        " contact, addresses, notes and tracking numbers. The customer signs in to see those and to act."
    )
    allows: OrderAllows
    parcels: list[Parcel] = Field(description="Oldest first.")
    pay_until: Time | None = Field(
        description="When it is cancelled unless it is paid. With an `amountDue`: when the added items are."
    )
    delivered_at: Time | None
    contact: OrderContact
    address: OrderAddress | None = Field(description="Null for an order of gift cards alone.")
    billing_address: OrderAddress | None = Field(
        description="Null if the order is billed to `address`."
    )
    delivery_note: str | None = Field(description="For the courier.")
    gift_message: str | None
    subtotal: Money
    discounts: list[Discount]
    shipping_method: OrderShipping | None
    shipping_total: Money
    gift_wrap: GiftWrap | None
    taxes: list[Tax]
    cancelled_total: Money = Field(description="The amount of lines cancelled individually.")
    wallet_used: Money = Field(description="Less refunds for cancelled lines.")
    tenders: list[OrderTender] = Field(
        description="Gift cards and the wallet, in the order in which they pay; `walletUsed` is their sum."
    )
    payable: Money = Field(description="Less the amounts of cancelled lines.")
    amount_due: Money = Field(
        description="What is still to be paid of a paid order, because items were added to it."
    )
    timeline: list[TimelineEntry] = Field(description="Oldest first.")


class Reordered(Output):
    """The cart after an order's lines were added to it."""

    items: list[CartItem]
    merge: CartMerge


class CancelledLine(Input):
    """A line to cancel."""

    model_config = ConfigDict(extra="forbid")

    line_id: Id
    quantity: Units | None = Field(default=None, description="Without it, all units left.")


class CancelInput(Input):
    """What to cancel: the whole order, or some of its lines.

    Unknown fields are errors, so that a mistyped `lines` does not cancel the whole order.
    """

    model_config = ConfigDict(extra="forbid")

    lines: Annotated[list[CancelledLine], Field(min_length=1, max_length=MAX_LINES)] | None = None


class OrderProof(ContactProof):
    """An order's number, and the code sent to its contact."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    revoke_links: bool = Field(
        default=False, description="Revoke the links sent for the order before."
    )


class OrderKey(Output):
    """Token that lets a guest view an order, as the query parameter `key`."""

    order_id: str
    key: str
