"""Carts, orders and returns."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.settings.sources import Seconds, Section, setting


class OrderSettings(Section):
    """Carts, orders and returns."""

    guest_checkout: Annotated[bool, setting(True, "Orders may be placed without signing in.")]
    phone_required: Annotated[
        bool,
        setting(False, "Orders need a phone number; cash on delivery always does."),
    ]
    abuse_limits: Annotated[
        bool,
        setting(
            True,
            "Limit orders, quotes, promo codes and searches per network and contact; false is for"
            " load tests, whose shoppers all come from one machine.",
        ),
    ]
    guest_orders_per_client_hour: Annotated[
        int, Field(default=60, ge=1, description="Order attempts of guests per network and hour.")
    ]
    guest_orders_per_contact_day: Annotated[
        int, Field(default=10, ge=1, description="Orders of guests per contact and day.")
    ]
    orders_per_customer_hour: Annotated[
        int, Field(default=60, ge=1, description="Orders per customer and hour.")
    ]
    gift_wrap: Annotated[bool, setting(False, "Orders may be gift wrapped.")]
    gift_wrap_name: Annotated[
        str,
        Field(
            default="Gift wrap",
            min_length=1,
            max_length=100,
            description="What gift wrap is called in totals and on invoices.",
        ),
    ]
    gift_wrap_price: Annotated[
        int,
        Field(
            default=0,
            ge=0,
            le=10**12,
            description="Price for a whole order, in the minor unit; 0: free.",
        ),
    ]
    cart_seconds: Annotated[
        Seconds, setting(365 * 86_400, "How long items stay in a customer's cart.")
    ]
    guest_data_seconds: Annotated[
        Seconds,
        setting(
            0,
            "Time after which guests' closed tickets and personal data in orders are deleted; 0: never.",
        ),
    ]
    refund_approval_above: Annotated[
        int,
        Field(
            default=0,
            ge=0,
            le=10**12,
            description="Refunds of operators above this amount, in the minor unit, are paid by a second"
            " person who has just proven their identity; 0: no limit.",
        ),
    ]
    return_window_seconds: Annotated[
        Seconds, setting(7 * 86_400, "How long after delivery items may be returned.")
    ]
    withdrawal_window_seconds: Annotated[
        Seconds,
        setting(
            14 * 86_400,
            "How long after delivery a shopper may withdraw from the contract; 0: no such right.",
        ),
    ]
