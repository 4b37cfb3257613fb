"""A believable order, for showing operators what emails look like."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.money import Currency
from stallage.orders.drafts import EmailedOrder
from stallage.orders.schemas import OrderDetails
from stallage.settings import Settings

SHOPPER = "shopper@example.com"
NUMBER = "SO-7K2M-9QXD"
RESERVED = timedelta(minutes=30)


def _line(
    line_id: int, title: str, option: str, *, quantity: int, price: int, money: str
) -> object:
    def amount(minor: int) -> object:
        return {"amount": minor, "currency": money}

    return {
        "line_id": line_id,
        "sku_id": line_id,
        "sku": f"SAMPLE-{line_id}",
        "slug": "sample",
        "title": title,
        "options": [{"name": "Colour", "value": option}],
        "image": None,
        "quantity": quantity,
        "price": amount(price),
        "compare_at_price": None,
        "line_total": amount(price * quantity),
        "discount": amount(0),
        "tax": amount(0),
        "returnable": True,
        "gift": None,
        "gift_card": None,
        "cancelled_quantity": 0,
        "returned_quantity": 0,
    }


def sample_order(settings: Settings, *, amount_due: int = 0) -> EmailedOrder:
    """Return an order of two products in two parcels. `amount_due` is in units of the currency."""
    currency = Currency.of(settings.currency)
    unit = 10**currency.decimals
    now = clock.now()

    def amount(units: int) -> object:
        return {"amount": units * unit, "currency": settings.currency}

    def parcel(line_id: int, number: str) -> object:
        return {
            "parcel_id": f"sample-{line_id}",
            "carrier": "Parcel Post",
            "tracking_number": number,
            "tracking_url": f"{settings.public_url}/",
            "shipped_at": now,
            "arrives_by": (now + timedelta(days=3)).date(),
            "delivered_at": None,
            "lines": [{"line_id": line_id, "quantity": 3 - line_id}],
        }

    details = {
        "order_id": NUMBER,
        "status": 1,
        "status_label": "Confirmed",
        "payment_status": 1,
        "payment_method": "card",
        "placed_at": now,
        "total": amount(101),
        "item_count": 3,
        "lines": [
            _line(1, "Everyday mug", "Moss", quantity=2, price=24 * unit, money=settings.currency),
            _line(
                2, "Stoneware bowl", "Sand", quantity=1, price=48 * unit, money=settings.currency
            ),
        ],
        "limited": False,
        "allows": {"cancel": True, "pay": False, "reorder": True, "edit_billing": True},
        "parcels": [parcel(1, "PP123456789"), parcel(2, "PP123456790")],
        "pay_until": now + RESERVED,
        "delivered_at": None,
        "contact": {
            "email": SHOPPER,
            "phone": None,
            "first_name": "Robin",
            "last_name": "Sample",
        },
        "address": {
            "name": None,
            "first_name": "Robin",
            "last_name": "Sample",
            "line1": "12 Harbour Street",
            "line2": None,
            "city": "Portland",
            "state": "ME",
            "postal_code": "04101",
            "country": "US",
            "phone": None,
            "company": None,
            "tax_id": None,
        },
        "billing_address": None,
        "delivery_note": None,
        "gift_message": None,
        "subtotal": amount(96),
        "discounts": [],
        "shipping_method": {
            "code": "standard",
            "name": "Standard delivery",
            "estimate": {
                "min_days": 2,
                "max_days": 4,
                "earliest": (now + timedelta(days=2)).date(),
                "latest": (now + timedelta(days=4)).date(),
            },
        },
        "shipping_total": amount(5),
        "gift_wrap": None,
        "taxes": [],
        "cancelled_total": amount(0),
        "wallet_used": amount(0),
        "tenders": [],
        "payable": amount(101),
        "amount_due": amount(amount_due),
        "timeline": [{"status": 0, "label": "Placed", "time": now, "by": "customer"}],
    }
    return EmailedOrder(
        details=OrderDetails.model_validate(details),
        customer_id=1,
        link_version=1,
        contact_proven=True,
        tenders=[],
        is_exchange=False,
    )
