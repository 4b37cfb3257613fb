"""API schemas of draft orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.rules.lines import MAX_LINES, MAX_QUANTITY
from stallage.checkout.schemas import Code, Country, DeliveryNote, Quote
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import (
    Between,
    Email,
    Id,
    Input,
    Integer,
    Line,
    Output,
    Phone,
    Picture,
    Text,
    Time,
)
from stallage.draft_orders.rules import DraftPayment, DraftState
from stallage.order_changes.schemas.refunds import StockStep
from stallage.orders.schemas.operator import EmailPreview
from stallage.payments.schemas import ManualPaymentDetails
from stallage.products.schemas import ChosenOption

Name = Annotated[Line, Field(max_length=80)]
Part = Annotated[Line, Field(max_length=120)]


class DraftContactInput(Input):
    """How to reach the shopper, as far as it is known."""

    email: Email | None = None
    phone: Phone | None = None
    first_name: Name | None = None
    last_name: Name | None = None


class DraftAddressInput(Input):
    """A delivery address, as far as it is known."""

    first_name: Name | None = None
    last_name: Name | None = None
    company: Part | None = None
    line1: Part | None = None
    line2: Part | None = None
    city: Part | None = None
    state: Part | None = None
    postal_code: Annotated[Line, Field(max_length=20)] | None = None
    country: Country | None = None
    phone: Phone | None = None


class DraftLineInput(Input):
    """An item to buy."""

    sku_id: Id
    quantity: Annotated[Integer, Between(1, MAX_QUANTITY)]


class DraftDiscountInput(Input):
    """A discount that the operator grants."""

    amount: Annotated[Integer, Field(ge=1, le=MAX_AMOUNT)] = Field(
        description="In the minor unit. Never deducts more than the items cost."
    )
    reason: Annotated[Line, Field(min_length=1, max_length=80)] = Field(
        description="The shopper sees it with the amount."
    )


class DraftInput(Input):
    """The content of a draft. Nothing is required until the order is placed."""

    customer_id: Id | None = Field(default=None, description="Null: a guest.")
    contact: DraftContactInput = Field(default_factory=DraftContactInput)
    address: DraftAddressInput | None = None
    lines: Annotated[list[DraftLineInput], Field(max_length=MAX_LINES)] = Field(default=[])
    shipping_method: Code | None = None
    promo_code: Code | None = None
    discount: DraftDiscountInput | None = None
    delivery_note: DeliveryNote | None = Field(default=None, description="For the courier.")
    note: Annotated[Text, Field(max_length=2000)] | None = Field(
        default=None, description="For operators; becomes a note of the order."
    )


class PaymentChoice(Input):
    """How the shopper pays."""

    payment: DraftPayment = Field(
        description="`link`: online, from a link in the email, within 48 hours. `cod`: on delivery."
        " `manual`: paid outside already, such as by bank transfer, which needs the right"
        " `orders.mark_paid`."
    )


class PlaceInput(PaymentChoice):
    """Place the order as previewed."""

    expected_total: Annotated[Integer, Field(ge=0, le=MAX_AMOUNT)] = Field(
        description="The total that the operator saw, in the minor unit. Another total is refused."
    )
    manual: ManualPaymentDetails | None = Field(
        default=None, description="How it was paid; required for `manual`."
    )


class DraftContact(Output):
    """How to reach the shopper."""

    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None


class DraftAddress(Output):
    """A delivery address, as far as it is known."""

    first_name: str | None
    last_name: str | None
    company: str | None
    line1: str | None
    line2: str | None
    city: str | None
    state: str | None
    postal_code: str | None
    country: str | None
    phone: str | None


class DraftLine(Output):
    """An item to buy."""

    sku_id: int
    quantity: int


class DraftDiscount(Output):
    """A discount that the operator grants."""

    amount: int = Field(description="In the minor unit.")
    reason: str


class DraftCustomer(Output):
    """The customer of a draft."""

    id: int
    name: str
    email: str | None
    phone: str | None


class DraftItem(Output):
    """A draft in the list."""

    id: int
    state: DraftState = Field(
        description="`open`: no order yet; `waiting`: the order waits for its payment; `placed`: to be"
        " paid on delivery."
    )
    name: str
    contact: str | None
    units: int
    updated_at: Time
    author: str
    order_id: str | None


class Draft(Output):
    """A draft with its content."""

    id: int
    version: str = Field(description="Send it as `If-Match` with a change.")
    state: DraftState
    customer: DraftCustomer | None
    contact: DraftContact
    address: DraftAddress | None
    lines: list[DraftLine]
    shipping_method: str | None
    promo_code: str | None
    discount: DraftDiscount | None
    delivery_note: str | None
    note: str | None
    created_at: Time
    updated_at: Time
    author: str
    order_id: str | None
    placed_at: Time | None
    payment: DraftPayment | None
    pay_until: Time | None = Field(description="Null unless the order waits for its payment.")
    pay_link: str | None = Field(
        description="Where the shopper pays. Customers with an account sign in there."
    )


class DraftQuote(Output):
    """What a draft would cost now."""

    quote: Quote
    gone_sku_ids: list[int] = Field(description="Items that no longer exist.")
    payments: list[DraftPayment] = Field(description="The ways to pay that the shop offers.")


class PlacePreview(Output):
    """What placing the order will do."""

    total: Money
    payable: Money
    pay_until: Time | None
    stock: list[StockStep]
    email: EmailPreview | None = Field(description="Null: nobody is informed.")


class PlacedDraft(Output):
    """The order that was placed."""

    order_id: str
    pay_link: str | None


class SellableItem(Output):
    """A variant that can be added to a draft."""

    sku_id: int
    sku: str
    title: str
    options: list[ChosenOption]
    price: Money
    available: int | None = Field(description="Null: unlimited.")
    image: Picture | None
    on_sale: bool


DraftFilter = Literal["open", "placed"]
