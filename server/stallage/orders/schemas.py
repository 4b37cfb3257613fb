"""What the API says of orders and their parcels."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from stallage.cart.gift_cards import GiftCardDetails
from stallage.cart.rules import MAX_LINES
from stallage.cart.schemas import CartItem, CartMerge
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
    tracking_url: str | None = Field(description="The carrier's page about it, where there is one.")
    shipped_at: Time
    arrives_by: date | None = Field(description="The last day on which it should arrive.")
    delivered_at: Time | None
    lines: list[ParcelLine]


class ParcelLineInput(Input):
    """Units of an order line to ship."""

    model_config = ConfigDict(extra="forbid")

    line_id: Id
    quantity: Annotated[Integer, Field(ge=1, le=999)]


class ParcelInput(Input):
    """A parcel to ship."""

    model_config = ConfigDict(extra="forbid")

    carrier: CarrierName
    tracking_number: TrackingNumber
    tracking_url: WebLink | None = Field(
        default=None, description="The carrier's own link where missing."
    )
    arrives_by: Day | None = Field(
        default=None, description="From the shipping method's estimate where missing."
    )
    lines: Annotated[list[ParcelLineInput], Field(min_length=1, max_length=MAX_LINES)] | None = (
        Field(default=None, description="All that is not shipped yet where missing.")
    )


class ParcelChanges(Input):
    """Corrections of a parcel's tracking. What is missing stays as it is."""

    model_config = ConfigDict(extra="forbid")

    carrier: CarrierName | None = None
    tracking_number: TrackingNumber | None = None
    tracking_url: WebLink | None = None
    arrives_by: Day | None = None


class OrderTracking(Output):
    """An order's parcels in short."""

    parcel_count: int
    delivered_count: int
    unshipped_quantity: int = Field(description="Units that are in no parcel yet.")
    arrives_by: date | None = Field(
        description="When the last parcel under way should arrive; null where none is or nobody knows."
    )
    carrier: str | None = Field(description="Of the parcel to follow, where it is a single one.")
    tracking_url: str | None = Field(
        description="Of the parcel to follow, where it is a single one."
    )


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
    discount: Money = Field(description="Its share of all discounts.")
    tax: Money = Field(description="Of the whole line, included and added.")
    returnable: bool
    gift: str | None = Field(
        description="Name of the discount that added the line for free; null for what was bought."
    )
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
    """Where the order goes, or whom it is billed to."""

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
    edit_billing: bool = Field(description="No invoice has been issued yet.")


class ListedOrderAllows(OrderAllows):
    """The same for an order in a list, with what the order's own screen finds out by itself."""

    return_items: bool = Field(description="Within the window for returns.")
    review: bool = Field(description="Something of it was delivered and is not reviewed yet.")
    invoice: bool = Field(description="There is an invoice to download.")


class OrderBase(Output):
    """What a list and the order's own screen both say."""

    order_id: str
    status: Status
    status_label: str
    payment_status: PaymentStatus
    payment_method: str
    placed_at: Time
    total: Money
    item_count: int = Field(description="Pieces.")
    lines: list[OrderLine]


class OrderSummary(OrderBase):
    """An order in a list."""

    tracking: OrderTracking | None = Field(description="Null where there are no parcels.")
    allows: ListedOrderAllows


class OrderCriterion(Input):
    """One condition. Several values of `eq`, `ne`, `cn` and `nc` are or-ed; `range` takes two."""

    key: Literal["placedAt", "total", "status", "paymentStatus", "title", "orderId"] = Field(
        description="`title` is that of any product of the order."
    )
    operation: Operation = OPERATION
    value: Values


class OrderSearch(Input):
    """Which of the customer's orders are asked for; without criteria all."""

    criteria: Annotated[list[OrderCriterion], Field(max_length=20)] = Field(default_factory=list)
    match: Match = "all"
    page: Annotated[Integer, Field(ge=1, le=MAX_PAGE)] = 1
    page_size: Annotated[Integer, Field(ge=1, le=MAX_PAGE_SIZE)] = 10


class OrderDetails(OrderBase):
    """An order whole."""

    limited: bool = Field(
        description="Seen by a guest's link although it belongs to an account by now: without contact,"
        " addresses, notes and tracking numbers. Its customer signs in to see those and to act."
    )
    allows: OrderAllows
    parcels: list[Parcel] = Field(description="Oldest first.")
    pay_until: Time | None = Field(description="When it ends unless it is paid.")
    delivered_at: Time | None
    contact: OrderContact
    address: OrderAddress | None = Field(description="Null for an order of gift cards alone.")
    billing_address: OrderAddress | None = Field(
        description="Null where the order is billed to `address`."
    )
    delivery_note: str | None = Field(description="For the courier.")
    gift_message: str | None
    subtotal: Money
    discounts: list[Discount]
    shipping_method: OrderShipping | None
    shipping_total: Money
    gift_wrap: GiftWrap | None
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


class CancelledLine(Input):
    """A line to cancel."""

    model_config = ConfigDict(extra="forbid")

    line_id: Id
    quantity: Units | None = Field(default=None, description="All that are left where missing.")


class CancelInput(Input):
    """What to cancel: the order whole, or some of its lines.

    Whoever says something else is told so: it must not be taken for the whole order.
    """

    model_config = ConfigDict(extra="forbid")

    lines: Annotated[list[CancelledLine], Field(min_length=1, max_length=MAX_LINES)] | None = None


class OrderProof(ContactProof):
    """An order's number, and the code that went to its contact."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    revoke_links: bool = Field(
        default=False, description="Links that were sent for the order before stop working."
    )


class OrderKey(Output):
    """What shows an order to who has no account; see its `?key=`."""

    order_id: str
    key: str
