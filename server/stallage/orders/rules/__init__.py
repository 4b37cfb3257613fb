"""Statuses of orders and payments with their transitions, public ids, and keys of guests' links."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from enum import IntEnum
from typing import Literal

from stallage.core.states import StateTable

By = Literal["customer", "operator", "system"]


class OrderStatus(IntEnum):
    """The status of an order. From 9 on it is that of a return."""

    PENDING = 0
    CONFIRMED = 1
    PROCESSING = 2
    PREPARED = 3
    SHIPPED = 4
    OUT_FOR_DELIVERY = 5
    DELIVERED = 6
    CANCELLED_BY_CUSTOMER = 7
    CANCELLED_BY_COMPANY = 8
    RETURN_REQUESTED = 9
    RETURN_APPROVED = 10
    PICKED_UP = 11
    RETURN_COMPLETED = 12
    RETURN_REFUSED = 13
    RETURN_WITHDRAWN = 14
    BACK_AT_COMPANY = 15


class PaymentStatus(IntEnum):
    """The status of an order's payment."""

    IN_PROGRESS = 0
    PAID = 1
    FAILED = 2
    REFUNDED = 3
    PARTLY_REFUNDED = 4


S = OrderStatus

LABELS: dict[OrderStatus, str] = {
    S.PENDING: "Pending",
    S.CONFIRMED: "Confirmed",
    S.PROCESSING: "Processing",
    S.PREPARED: "Prepared",
    S.SHIPPED: "Shipped",
    S.OUT_FOR_DELIVERY: "Out for delivery",
    S.DELIVERED: "Delivered",
    S.CANCELLED_BY_CUSTOMER: "Cancelled by customer",
    S.CANCELLED_BY_COMPANY: "Cancelled by company",
    S.RETURN_REQUESTED: "Return requested",
    S.RETURN_APPROVED: "Return approved",
    S.PICKED_UP: "Picked up",
    S.RETURN_COMPLETED: "Return completed",
    S.RETURN_REFUSED: "Return refused by company",
    S.RETURN_WITHDRAWN: "Return withdrawn by customer",
    S.BACK_AT_COMPANY: "Back at company",
}

TRANSITIONS: dict[By, StateTable[OrderStatus]] = {
    "customer": StateTable(
        {
            S.PENDING: frozenset({S.CANCELLED_BY_CUSTOMER}),
            S.CONFIRMED: frozenset({S.CANCELLED_BY_CUSTOMER}),
            S.PROCESSING: frozenset({S.CANCELLED_BY_CUSTOMER}),
            S.PREPARED: frozenset({S.CANCELLED_BY_CUSTOMER}),
            S.DELIVERED: frozenset({S.RETURN_REQUESTED}),
            # What was not returned the first time can still be returned within the window.
            S.RETURN_COMPLETED: frozenset({S.RETURN_REQUESTED}),
            S.RETURN_REFUSED: frozenset({S.RETURN_REQUESTED}),
            S.RETURN_WITHDRAWN: frozenset({S.RETURN_REQUESTED}),
            S.RETURN_REQUESTED: frozenset({S.RETURN_WITHDRAWN}),
            S.RETURN_APPROVED: frozenset({S.RETURN_WITHDRAWN}),
        }
    ),
    "operator": StateTable(
        {
            S.PENDING: frozenset({S.CONFIRMED, S.CANCELLED_BY_COMPANY}),
            S.CONFIRMED: frozenset({S.PROCESSING, S.CANCELLED_BY_COMPANY}),
            S.PROCESSING: frozenset({S.PREPARED, S.CANCELLED_BY_COMPANY}),
            S.PREPARED: frozenset({S.SHIPPED, S.CANCELLED_BY_COMPANY}),
            S.SHIPPED: frozenset({S.OUT_FOR_DELIVERY}),
            S.OUT_FOR_DELIVERY: frozenset({S.DELIVERED}),
            S.RETURN_REQUESTED: frozenset({S.RETURN_APPROVED, S.RETURN_REFUSED}),
            # Picked up by the shop's carrier, or sent by the shopper.
            S.RETURN_APPROVED: frozenset({S.PICKED_UP, S.BACK_AT_COMPANY}),
            S.PICKED_UP: frozenset({S.BACK_AT_COMPANY}),
            S.BACK_AT_COMPANY: frozenset({S.RETURN_COMPLETED, S.RETURN_REFUSED}),
        }
    ),
    "system": StateTable(
        {
            S.PENDING: frozenset({S.CONFIRMED, S.CANCELLED_BY_COMPANY}),
            # Added items were not paid in time, and nothing else was left of the order.
            S.CONFIRMED: frozenset({S.CANCELLED_BY_COMPANY}),
            S.PROCESSING: frozenset({S.CANCELLED_BY_COMPANY}),
            # A withdrawal by right needs no approval.
            S.RETURN_REQUESTED: frozenset({S.RETURN_APPROVED}),
            # A payment that arrives too late revives the order; see the rules of payments.
            S.CANCELLED_BY_COMPANY: frozenset({S.CONFIRMED}),
        }
    ),
}
"""The allowed transitions, by who makes them."""

STEPS: frozenset[OrderStatus] = frozenset(
    {
        S.CONFIRMED,
        S.PROCESSING,
        S.PREPARED,
        S.SHIPPED,
        S.OUT_FOR_DELIVERY,
        S.RETURN_APPROVED,
        S.PICKED_UP,
        S.BACK_AT_COMPANY,
    }
)
"""Statuses that `stallage orders advance` may pass through."""

RETURN_OPEN: frozenset[OrderStatus] = frozenset(
    {S.RETURN_REQUESTED, S.RETURN_APPROVED, S.PICKED_UP, S.BACK_AT_COMPANY}
)
"""Statuses with an open return."""

BEFORE_RETURN: frozenset[OrderStatus] = frozenset(
    {S.DELIVERED, S.RETURN_COMPLETED, S.RETURN_REFUSED, S.RETURN_WITHDRAWN}
)
"""Statuses in which a return can be requested."""

CANCELLED: frozenset[OrderStatus] = frozenset({S.CANCELLED_BY_CUSTOMER, S.CANCELLED_BY_COMPANY})

P = PaymentStatus

PAYMENT_TRANSITIONS: StateTable[PaymentStatus] = StateTable(
    {
        P.IN_PROGRESS: frozenset({P.PAID, P.FAILED}),
        # Straight to refunded: a payment that arrived after the order was cancelled.
        P.FAILED: frozenset({P.IN_PROGRESS, P.PAID, P.REFUNDED}),
        P.PAID: frozenset({P.REFUNDED, P.PARTLY_REFUNDED}),
        P.PARTLY_REFUNDED: frozenset({P.REFUNDED}),
    }
)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's Base32: no characters that are confused when read or spoken. 32, so that all are as likely."""


def new_public_id() -> str:
    """A random public id, such as `SO-7K2M-9QXD`."""
    characters = "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(8))
    return f"SO-{characters[:4]}-{characters[4:]}"


def owner_of(customer_id: int | None) -> int:
    """The owner of a new order; see `models.Order.owner_id`. A guest's is made up."""
    return -1 - secrets.randbits(62) if customer_id is None else customer_id


def normalize_public_id(text: str) -> str:
    """A public id in its stored form, from typed text."""
    return text.strip().upper()


def guest_key(secret: bytes, public_id: str, version: int = 0) -> str:
    """Token that lets a guest view an order and act on it.

    It is derived from the server's secret instead of stored, so that a copy of the database does not
    reveal it. `version` is how often the order's links have been revoked.
    """
    revoked = f":{version}" if version else ""
    digest = hmac.new(secret, f"order-key:{public_id}{revoked}".encode(), hashlib.sha256)
    return digest.hexdigest()[:40]


def is_guest_key(
    accepted_secrets: Sequence[bytes], public_id: str, key: str, version: int = 0
) -> bool:
    """Whether a key belongs to the order, compared in constant time.

    Links in emails outlive the secret, so `accepted_secrets` includes previous ones.
    """
    matches = [
        hmac.compare_digest(guest_key(secret, public_id, version).encode(), key.encode())
        for secret in accepted_secrets
    ]
    return any(matches)


def cancelled_status(by: By) -> OrderStatus:
    """The status of an order that `by` has cancelled."""
    return S.CANCELLED_BY_CUSTOMER if by == "customer" else S.CANCELLED_BY_COMPANY


def cancellable(status: int) -> bool:
    """Whether the shopper can still cancel."""
    return TRANSITIONS["customer"].allows(OrderStatus(status), S.CANCELLED_BY_CUSTOMER)


def awaits_payment(status: int, payment_status: int, pay_until: object | None) -> bool:
    """Whether an order is cancelled unless it is paid online."""
    return (
        status == S.PENDING
        and payment_status in (P.IN_PROGRESS, P.FAILED)
        and pay_until is not None
    )


def billing_editable(status: int, payment_status: int) -> bool:
    """Whether no invoice is due yet. An order is invoiced when it is paid or shipped."""
    return status < S.SHIPPED and payment_status in (P.IN_PROGRESS, P.FAILED)


def parse_status(text: str) -> OrderStatus:
    """Parse a status from its number or name, as typed by an operator. Raises ValueError."""
    plain = text.strip().replace("-", "_").replace(" ", "_").upper()
    if plain.isascii() and plain.isdigit():
        return OrderStatus(int(plain))
    for status, label in LABELS.items():
        if plain in (status.name, label.replace(" ", "_").upper()):
            return status
    raise ValueError(text)
