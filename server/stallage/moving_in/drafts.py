"""Customers and orders as files of other shop systems have them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from pydantic import BaseModel

System: TypeAlias = Literal["shopify", "woocommerce"]
Payment: TypeAlias = Literal[
    "pending", "partly_paid", "paid", "partly_refunded", "refunded", "voided"
]
Fulfilment: TypeAlias = Literal["unfulfilled", "partly_fulfilled", "fulfilled"]


class AddressDraft(BaseModel):
    """An address as the file has it; nothing is checked."""

    first_name: str = ""
    last_name: str = ""
    company: str = ""
    line1: str = ""
    line2: str = ""
    city: str = ""
    state: str = ""
    postal_code: str = ""
    country: str = ""
    phone: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing but a name is known."""
        return not any((self.line1, self.city, self.postal_code, self.country))


class CustomerDraft(BaseModel):
    """A customer. At least one contact is set."""

    email: str = ""
    phone: str = ""
    """E.164."""
    first_name: str = ""
    last_name: str = ""
    address: AddressDraft | None = None
    accepts_marketing: bool = False
    accepted_at: datetime | None = None
    """When the customer agreed to marketing, if the file says so."""
    tags: list[str] = []
    note: str = ""


class LineDraft(BaseModel):
    """A line of an order. Amounts are in minor units of the order's currency."""

    sku: str
    title: str
    quantity: int
    price: int
    """Of one unit, before discounts."""
    discount: int
    """Of the whole line."""


class OrderDraft(BaseModel):
    """An order. Amounts are in minor units, exactly as exported: they need not add up."""

    system: System
    number: str
    email: str
    phone: str
    placed_at: datetime
    cancelled: bool
    payment: Payment
    fulfilment: Fulfilment
    payment_method: str
    currency: str
    subtotal: int
    discount: int
    discount_code: str
    shipping: int
    shipping_method: str
    tax: int
    total: int
    refunded: int
    address: AddressDraft | None
    billing_address: AddressDraft | None
    note: str
    tags: list[str]
    lines: list[LineDraft]
