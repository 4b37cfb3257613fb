"""Creates delivery methods, promo codes, taxes and orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from stallage.checkout.rules.contact_proof import create_proof
from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.actions.terms import put_promo_code, put_shipping_method, put_tax_rate
from stallage.signin.rules import Contact
from tests.shop import Shop

ADDRESS: dict[str, Any] = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "city": "Seattle",
    "state": "WA",
    "postalCode": "98101",
    "country": "US",
    "phone": "2065550143",
}
CONTACT: dict[str, Any] = {
    "email": "guest@example.com",
    "firstName": "Ada",
    "lastName": "Miller",
}


async def make_terms(connection: Connection) -> None:
    """Create two delivery methods in the US and a promo code; no taxes."""
    await put_shipping_method(
        connection,
        code="standard",
        name="Standard delivery",
        price=690,
        free_over=10_000,
        min_days=3,
        max_days=6,
        countries=["US"],
        position=1,
    )
    await put_shipping_method(
        connection,
        code="express",
        name="Express delivery",
        price=1800,
        min_days=1,
        max_days=2,
        countries=["US"],
        position=2,
    )
    await put_promo_code(
        connection,
        code="WELCOME10",
        title="10 % off",
        percent=10,
        minimum_purchase=2000,
        starts_at=clock.now() - timedelta(days=1),
        total_uses=2,
        uses_per_customer=1,
    )


async def make_taxes(connection: Connection) -> None:
    """Create an added state and city tax, and a tax included in German prices."""
    await put_tax_rate(
        connection,
        name="Washington sales tax",
        country="US",
        state="WA",
        millionths=65_000,
        included=False,
    )
    await put_tax_rate(
        connection,
        name="Seattle sales tax",
        country="US",
        state="WA",
        city="Seattle",
        millionths=38_500,
        included=False,
    )
    await put_tax_rate(connection, name="MwSt.", country="DE", millionths=190_000, included=True)


def guest_order(sku_ids: Sequence[int], **changes: Any) -> dict[str, Any]:
    """The body of a guest's order, by default with cash on delivery."""
    return {
        "skuIds": list(sku_ids),
        "contact": CONTACT,
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
        **changes,
    }


def proof(shop: Shop, email: str = CONTACT["email"]) -> str:
    """A proof that a guest's contact is verified. Without it, emails do not contain the guest's text."""
    return create_proof(shop.runtime.secret, Contact(email=email), clock.now())


async def place(shop: Shop, sku_ids: Sequence[int], **changes: Any) -> Any:
    """Place a guest's order and return the output."""
    return await shop.output("POST", "/api/orders", json=guest_order(sku_ids, **changes))


async def stock_of(shop: Shop, sku_id: int) -> int:
    """The stock of a SKU."""
    async with shop.database.reading() as connection:
        stock: int = await connection.fetchval("SELECT stock FROM skus WHERE id = $1", sku_id)
    return stock


async def count(shop: Shop, table: str) -> int:
    """The number of rows of a table."""
    async with shop.database.reading() as connection:
        rows: int = await connection.fetchval(f"SELECT count(*) FROM {table}")
    return rows
