"""An order as operators see it, and their requests about one order."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.json_types import JsonObject
from stallage.core.money import Money
from stallage.core.schemas import Email, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import AddressInput
from stallage.orders.rules.hints import HintKind
from stallage.orders.rules.manual_payments import ManualMethod
from stallage.orders.rules.steps import Action, Step
from stallage.orders.schemas import (
    OrderAddress,
    OrderContact,
    OrderLine,
    OrderShipping,
    Parcel,
    PaymentStatus,
    Status,
)
from stallage.pricing.schemas import Discount, GiftWrap, Tax

FulfilmentName = Literal[
    "to_confirm",
    "to_pack",
    "to_ship",
    "partly_shipped",
    "shipped",
    "delivered",
    "return_requested",
    "cancelled",
]
PaymentState = Literal[
    "in_progress", "paid", "on_delivery", "failed", "partly_refunded", "refunded"
]


class OperatorLine(OrderLine):
    """A line of an order, with what is packed of it and what is in stock."""

    product_id: int
    is_gift_card: bool
    shipped_quantity: int = Field(description="Units in parcels.")
    to_ship_quantity: int = Field(description="Units that are in no parcel yet.")
    exchanged_quantity: int
    available: int | None = Field(
        description="Units in stock besides those reserved; null if the SKU is gone or not counted."
    )


class OrderCustomer(Output):
    """The account of an order, with what it has ordered."""

    customer_id: int
    name: str
    email: str | None
    phone: str | None
    since: Time
    order_count: int
    spent: Money = Field(description="Of paid orders, less cancelled lines.")


class TakenTender(Output):
    """A part of how the order is paid."""

    kind: str
    label: str
    amount: Money
    state: Literal["held", "taken", "released", "given_back"]
    returned: Money = Field(description="Released or given back since.")


class OrderPayment(Output):
    """A payment at a provider."""

    payment_id: str
    provider: str
    state: str
    amount: Money
    created_at: Time
    settled_at: Time | None


class OrderRefund(Output):
    """A refund that is sent or to be sent to the payment's source."""

    refund_id: str
    state: str
    amount: Money
    reason: str
    created_at: Time
    done_at: Time | None


class OrderDispute(Output):
    """A payer's dispute of a payment."""

    dispute_id: str = Field(description="The provider's id.")
    provider: str
    state: Literal["open", "under_review", "won", "lost", "closed"]
    amount: Money
    withdrawn: Money = Field(description="What the provider has withdrawn and not returned.")
    reason: str = Field(description="The provider's code, such as `fraudulent`; may be empty.")
    respond_by: Time | None = Field(description="Until when the provider accepts evidence.")
    opened_at: Time


class OrderManualPayment(Output):
    """A payment that the shop received outside of its payment provider."""

    amount: Money
    method: ManualMethod
    reference: str
    received_on: date
    recorded_at: Time
    recorded_by: str


class OrderManualRefund(Output):
    """What is to be paid back outside of the payment provider, or was."""

    refund_id: int
    amount: Money
    created_at: Time
    method: ManualMethod | None = Field(description="Null until it is paid back.")
    reference: str
    paid_on: date | None
    recorded_by: str | None


class OrderDocument(Output):
    """An invoice or credit note."""

    number: str
    kind: Literal["invoice", "credit_note"]
    total: Money
    issued_at: Time


class OrderReturn(Output):
    """A return or exchange."""

    return_id: str
    status: Status
    amount: Money


class OrderTicket(Output):
    """A support ticket about the order."""

    ticket_id: str
    subject: str
    status: int
    created_at: Time


class OrderHint(Output):
    """Something that an operator may want to check. It blocks nothing."""

    kind: HintKind
    figures: JsonObject = Field(
        description="The figures behind it: `count`, `hours`, `amount`, `usual` (minor units),"
        " `orders` (numbers), `delivery` and `billing` (countries)."
    )
    found_at: Time
    reviewed_at: Time | None
    reviewed_by: str | None


class TakeBack(Output):
    """The last step, which can be taken back."""

    from_status: Status
    to_status: Status
    label: str = Field(description="The status that the order returns to.")
    email_sent_at: Time | None = Field(
        description="When the customer was notified of the status that is left; null if they were not."
    )


class OperatorOrder(Output):
    """An order with everything that operators need to handle it."""

    order_id: str
    version: str = Field(description="The ETag. Send it as If-Match with a change.")
    status: Status
    status_label: str
    payment_status: PaymentStatus
    fulfilment: FulfilmentName
    payment: PaymentState
    placed_at: Time
    delivered_at: Time | None
    pay_until: Time | None
    amount_due: Money = Field(
        description="What is still to be paid of a paid order, because items were added to it. It cannot"
        " be packed before."
    )
    ship_by: date | None = Field(description="Null once nothing is left to ship.")
    days_late: int = Field(description="Days since then in the shop's time zone; 0 if not late.")
    item_count: int
    lines: list[OperatorLine]
    parcels: list[Parcel] = Field(description="Oldest first.")
    contact: OrderContact
    contact_proven: bool
    customer: OrderCustomer | None = Field(description="Null for a guest's order.")
    address: OrderAddress | None
    billing_address: OrderAddress | None
    delivery_note: str | None
    gift_message: str | None
    gift_wrap: GiftWrap | None
    shipping_method: OrderShipping | None
    subtotal: Money
    discounts: list[Discount]
    promo_code: str | None
    shipping_total: Money
    taxes: list[Tax]
    total: Money = Field(description="When the order was placed.")
    cancelled_total: Money
    payment_method: str
    tenders: list[TakenTender] = Field(description="In the order in which they pay.")
    payments: list[OrderPayment]
    refunds: list[OrderRefund]
    disputes: list[OrderDispute]
    manual_payments: list[OrderManualPayment]
    manual_refunds: list[OrderManualRefund]
    to_pay: Money = Field(
        description="What is still to be paid and can be marked as paid; 0 if nothing is."
    )
    received: Money = Field(description="What the shop has received and not given back.")
    documents: list[OrderDocument]
    returns: list[OrderReturn]
    draft_id: int | None = Field(description="The draft that it was placed from, by telephone.")
    tickets: list[OrderTicket]
    hints: list[OrderHint]
    note_count: int
    actions: list[Action] = Field(
        description="What can be done with the order now, the usual next step first. Rights are"
        " checked apart from it."
    )
    take_back: TakeBack | None
    is_test: bool = Field(description="Whether it was paid in test mode.")
    storefront_url: str = Field(description="The customer's page of the order.")


TimelineType = Literal[
    "event",
    "payment",
    "manual_payment",
    "manual_refund",
    "note",
    "email",
    "refund",
    "dispute",
    "ticket",
    "review",
    "document",
    "late",
]


class TimelineItem(Output):
    """An entry of an order's timeline. Which fields are set depends on the type."""

    id: str
    type: TimelineType
    at: Time
    by: Literal["customer", "operator", "system"]
    person: str | None = Field(description="Who did it: an operator, an app or the customer.")
    label: str | None = Field(
        description="What happened if the status did not change; the kind of an email; the subject of"
        " a ticket; the title of a review; the method of a manual payment."
    )
    text: str | None = Field(
        description="Of a note; the first message of a ticket or review; the reference of a manual"
        " payment."
    )
    reference: str | None = Field(
        description="Id of the note, ticket or refund, number of the document, key of the email."
    )
    amount: Money | None
    state: str | None = Field(
        description="Of an email: `sent`, `sent_again`, `waiting` or `failed`. Of a refund: its state. Of"
        " a note: the id of its author."
    )
    status: Status | None
    status_label: str | None
    payment_status: PaymentStatus | None


class StepInput(Input):
    """A step of an order."""

    model_config = ConfigDict(extra="forbid")

    to: Step


class TakeBackInput(Input):
    """Takes back the last steps of an order."""

    model_config = ConfigDict(extra="forbid")

    from_status: Status
    to_status: Status


class ReviewInput(Input):
    """Marks an order's hints."""

    model_config = ConfigDict(extra="forbid")

    reviewed: bool


Name = Annotated[Line, Field(max_length=80)]


class ContactChanges(Input):
    """Who receives messages about an order."""

    model_config = ConfigDict(extra="forbid")

    email: Email | None = None
    phone: Phone | None = None
    first_name: Name = ""
    last_name: Name = ""


class OrderChanges(Input):
    """Changes of an order that leave its total as it is. Missing fields do not change."""

    model_config = ConfigDict(extra="forbid")

    contact: ContactChanges | None = None
    address: AddressInput | None = None
    delivery_note: Annotated[Text, Field(max_length=500)] | None = Field(
        default=None, description="Null removes it."
    )


class EmailPreview(Output):
    """An email that will be sent, as the customer gets it."""

    to: str
    subject: str
    html: str = Field(description="Show it in a sandboxed frame. Empty for a text message.")
    text: str


class LineMove(Output):
    """Units of a line that leave with a parcel."""

    line_id: int
    title: str
    quantity: int


class FulfilmentPreview(Output):
    """What shipping or delivering would do. Nothing has been changed."""

    status_before: Status
    status_after: Status
    status_label: str
    lines: list[LineMove]
    remaining: int = Field(description="Units that are still to be shipped afterwards.")
    carrier: str | None
    tracking_url: str | None
    arrives_by: date | None
    paid_on_delivery: Money | None = Field(
        description="What counts as received from the courier; null if nothing does."
    )
    emails: list[EmailPreview]


class ShippedParcel(Output):
    """A shipped parcel and the order as it is now."""

    parcel_id: str
    order: OperatorOrder


class CarrierChoice(Output):
    """A carrier whose tracking links the shop knows."""

    name: str
    tracking_url: str = Field(description="With the placeholder `{number}`.")
    own: bool = Field(description="Whether the shop added or changed it.")
