"""What checkout hands over to be written as an order. Amounts are minor units."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.rules.tenders import TenderDraft


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line with everything that the order keeps of it."""

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
    """What stands on it; see `cart.gift_cards.GiftCard`."""


@dataclass(frozen=True, slots=True)
class OrderDraft:
    """An order to be written. `discounts`, `taxes` and `shipping_method` are as the API says them,
    with amounts as integers."""

    customer_id: int | None
    email: str | None
    phone: str | None
    first_name: str
    last_name: str
    address: dict[str, Any] | None
    """None where nothing is sent by parcel."""
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
    """What of the total is paid after placing the order: online or on delivery."""
    promo_code: str | None
    billing_address: dict[str, Any] | None = None
    delivery_note: str | None = None
    gift_message: str | None = None
    gift_wrap_name: str | None = None
    gift_wrap_total: int = 0
    contact_proven: bool = False
    """Whether messages go to somebody who has shown that the contact is theirs."""


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order that was written."""

    id: int
    public_id: str
    status: OrderStatus
    payment_status: PaymentStatus
    customer_id: int | None
    currency: str
    pay_until: datetime | None
