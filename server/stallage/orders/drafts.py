"""Values that actions and emails of orders take. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from stallage.customers.rules.addresses import PostalAddress
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.rules.manual_payments import ManualMethod
from stallage.orders.rules.tenders import Tender, TenderDraft
from stallage.orders.schemas import OrderDetails


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line of an order to be written."""

    sku_id: int
    product_id: int
    sku: str
    slug: str
    title: str
    options: list[dict[str, str]]
    image: dict[str, Any] | None
    quantity: int
    price: int
    compare_at_price: int | None
    line_total: int
    discount: int
    tax: int
    tax_added: int
    returnable: bool
    gift: dict[str, Any] | None = None
    """As `OrderLine.gift`; None for what is bought."""
    gift_card: dict[str, Any] | None = None
    """See `cart.rules.gift_cards.GiftCard`."""


@dataclass(frozen=True, slots=True)
class OrderDraft:
    """An order to be written.

    `discounts`, `taxes` and `shipping_method` have the format of the API, with amounts as integers.
    """

    customer_id: int | None
    email: str | None
    phone: str | None
    first_name: str
    last_name: str
    address: dict[str, Any] | None
    """None if nothing is sent by parcel."""
    payment_method: str
    pay_until: datetime | None
    currency: str
    lines: list[LineDraft]
    subtotal: int
    discounts: list[dict[str, Any]]
    shipping_method: dict[str, Any] | None
    shipping_total: int
    taxes: list[dict[str, Any]]
    total: int
    tenders: list[TenderDraft]
    """What pays the total, in the order in which they pay."""
    payable: int
    """The part of the total that is paid after placing the order: online or on delivery."""
    promo_code: str | None
    billing_address: dict[str, Any] | None = None
    delivery_note: str | None = None
    gift_message: str | None = None
    gift_wrap_name: str | None = None
    gift_wrap_total: int = 0
    contact_proven: bool = False
    """Whether the shopper has proven that the contact is theirs."""
    is_test: bool = False
    """Whether it is paid online in test mode."""
    network: str | None = None
    """Keyed hash of the network that the order is placed from."""
    owner_id: int | None = None
    """Of an exchange, the owner of the order that it replaces units of."""
    ordered_on: date | None = None
    """The day in the shop's time zone, if known."""
    operator: str | None = None
    """The operator who places it for the shopper."""


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order that has just been written."""

    id: int
    public_id: str
    status: OrderStatus
    payment_status: PaymentStatus
    customer_id: int | None
    owner_id: int
    currency: str
    pay_until: datetime | None
    operator: str | None
    """The operator who placed it for the shopper."""


@dataclass(slots=True)
class LockedOrder:
    """An order whose row is locked until the transaction ends. Amounts are without cancelled lines."""

    id: int
    public_id: str
    customer_id: int | None
    owner_id: int
    """See `models.Order`."""
    status: OrderStatus
    payment_status: PaymentStatus
    payment_method: str
    placed_at: datetime
    pay_until: datetime | None
    delivered_at: datetime | None
    currency: str
    total: int
    payable: int
    """The part of the total that is paid after placing the order: online or on delivery."""
    cancelled_total: int
    """The amount of lines cancelled on their own."""


@dataclass(frozen=True, slots=True)
class ContactDraft:
    """Who receives messages about an order, validated."""

    email: str | None
    phone: str | None
    """E.164."""
    first_name: str
    last_name: str


@dataclass(frozen=True, slots=True)
class EmailedOrder:
    """An order as its emails need it."""

    details: OrderDetails
    customer_id: int | None
    link_version: int
    contact_proven: bool
    tenders: list[Tender]
    is_exchange: bool
    """Whether it sends replacements for returned items."""

    @property
    def recipient(self) -> str | None:
        """The email address or phone number; None once the shopper is forgotten."""
        return self.details.contact.email or self.details.contact.phone


@dataclass(frozen=True, slots=True)
class ManualTransfer:
    """How money changed hands outside of the payment provider, and when."""

    method: ManualMethod
    reference: str
    day: date


@dataclass(frozen=True, slots=True)
class AddedItems:
    """Lines to add, priced as those of a new order."""

    lines: Sequence[LineDraft] = ()
    taxes: Sequence[Mapping[str, Any]] = ()
    """In the format of `orders.taxes`."""

    @property
    def total(self) -> int:
        """What they cost, with the taxes that are added to prices."""
        return sum(line.line_total - line.discount + line.tax_added for line in self.lines)


@dataclass(frozen=True, slots=True)
class EditDraft:
    """What is to change. Amounts are minor units."""

    removed: Mapping[int, int]
    """Units by line id."""
    added: AddedItems
    discount: int = 0
    discount_name: str = ""
    """What the customer reads, also on the invoice."""
    discount_text: str = ""
    """The formatted amount."""
    address: PostalAddress | None = None

    @property
    def is_edit(self) -> bool:
        """Whether anything is to change."""
        return bool(self.removed or self.added.lines or self.discount or self.address)
