"""Orders of other shops, for operators and for the customer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.core.paging import Page
from stallage.core.schemas import Picture
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.moving_in.drafts import AddressDraft
from stallage.moving_in.schemas import (
    EarlierOrder,
    EarlierOrderStatus,
    ImportedOrderAddress,
    ImportedOrderAmounts,
    ImportedOrderDetails,
    ImportedOrderItem,
    ImportedOrderProduct,
    ListedImportedOrder,
)
from stallage.shop.rules import links

LISTED = """
    o.id, o.system, o.number, o.first_name, o.last_name, o.email, o.placed_at, o.cancelled,
    o.payment, o.fulfilment, o.currency, o.total, o.refunded, coalesce(o.customer_id, (
        SELECT coalesce(c.merged_into, c.id) FROM customers_view c
        WHERE lower(c.email) = lower(o.email))) AS customer_id
"""
# Both indexes are used: a customer has the orders linked at the import, and those with the email address.
OWN = """
    (o.customer_id IN (SELECT c.id FROM customers_view c WHERE $1 IN (c.id, c.merged_into))
    OR o.customer_id IS NULL AND lower(o.email) IN (
        SELECT lower(c.email) FROM customers_view c WHERE $1 IN (c.id, c.merged_into)))
"""
MATCHES = """
    ($1 = '' OR o.search LIKE '%' || replace(replace(lower($1), '%', ''), '_', '') || '%')
"""
LIST = f"""
SELECT {LISTED}, extract(epoch FROM o.placed_at)::bigint AS sorted_by FROM imported_orders o
WHERE {MATCHES} AND ($2::bigint IS NULL OR (o.placed_at, o.id) {{after}} (to_timestamp($2), $3::bigint))
ORDER BY o.placed_at {{direction}}, o.id {{direction}} LIMIT $4
"""
COUNT = f"SELECT count(*) FROM (SELECT FROM imported_orders o WHERE {MATCHES} LIMIT $2) counted"
LINES = """
    coalesce((
        SELECT jsonb_agg(jsonb_build_object('sku', l.sku, 'title', l.title, 'quantity', l.quantity,
            'price', l.price, 'discount', l.discount, 'product', (
                SELECT jsonb_build_object('id', p.id, 'title', p.title, 'slug', p.slug,
                    'on_sale', p.card IS NOT NULL, 'image', p.card::jsonb -> 'image')
                FROM skus_view s JOIN products_view p ON p.id = s.product_id
                WHERE s.sku = l.sku AND l.sku <> '' ORDER BY p.card IS NULL, s.id LIMIT 1)
            ) ORDER BY l.position)
        FROM imported_order_lines l WHERE l.order_id = o.id), '[]') AS items
"""
DETAILS = f"""
SELECT {LISTED}, o.phone, o.payment_method, o.discount_code, o.shipping_method, o.subtotal,
    o.discount, o.shipping, o.tax, o.address, o.billing_address, o.note, o.tags, o.imported_at, {LINES}
FROM imported_orders o
"""
ONE = f"{DETAILS} WHERE o.id = $1"
OF_CUSTOMER = f"{DETAILS} WHERE {OWN} ORDER BY o.placed_at DESC, o.id DESC LIMIT $2 OFFSET $3"
COUNT_OF_CUSTOMER = f"SELECT count(*) FROM imported_orders o WHERE {OWN}"
OF_GUEST = f"""
{DETAILS} WHERE o.customer_id IS NULL AND lower(o.email) = lower($1) ORDER BY o.id
"""
ALL = 2**31 - 1


async def imported_orders(
    connection: Connection, words: str, page: CursorQuery
) -> CursorPage[ListedImportedOrder]:
    """Return a page of orders, newest first."""
    values = page.values(int, int) or (None, None)
    statement = LIST.format(
        after=">" if page.backwards else "<", direction="ASC" if page.backwards else "DESC"
    )
    rows = await connection.fetch(statement, words, *values, page.limit + 1)
    part = slice_of(rows, page, lambda row: (row["sorted_by"], row["id"]))
    return CursorPage(
        items=[ListedImportedOrder(**_listed(row)) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def count_imported_orders(connection: Connection, words: str) -> Count:
    """Count orders by a part of their number, contact or name."""
    return capped_count(await connection.fetchval(COUNT, words, MAX_COUNT + 1))


async def imported_order(connection: Connection, order_id: int) -> ImportedOrderDetails:
    """Return an order. Raises NotFound."""
    row = await connection.fetchrow(ONE, order_id)
    if row is None:
        raise NotFound("There is no such order.")
    return _details(row)


async def imported_orders_of(connection: Connection, customer_id: int) -> list[ListedImportedOrder]:
    """Return a customer's latest 100 orders, for operators."""
    rows = await connection.fetch(OF_CUSTOMER, customer_id, 100, 0)
    return [ListedImportedOrder(**_listed(row)) for row in rows]


async def earlier_orders(
    connection: Connection, customer_id: int, page: Page
) -> tuple[list[EarlierOrder], int]:
    """Return a page of a customer's orders, newest first, and their number."""
    rows = await connection.fetch(OF_CUSTOMER, customer_id, page.size, page.offset)
    total: int = await connection.fetchval(COUNT_OF_CUSTOMER, customer_id)
    return [_earlier(row) for row in rows], total


def _listed(row: Record) -> dict[str, Any]:
    currency = Currency.of(row["currency"])
    return {
        "id": row["id"],
        "system": row["system"],
        "number": row["number"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "email": row["email"],
        "customer_id": row["customer_id"],
        "placed_at": row["placed_at"],
        "cancelled": row["cancelled"],
        "payment": row["payment"],
        "fulfilment": row["fulfilment"],
        "total": currency.money(row["total"]),
        "refunded": currency.money(row["refunded"]),
    }


def _details(row: Record) -> ImportedOrderDetails:
    return ImportedOrderDetails(
        **_listed(row),
        phone=row["phone"],
        payment_method=row["payment_method"],
        discount_code=row["discount_code"],
        shipping_method=row["shipping_method"],
        amounts=_amounts(row),
        address=_address(row["address"]),
        billing_address=_address(row["billing_address"]),
        note=row["note"],
        tags=row["tags"],
        items=_items(row),
        imported_at=row["imported_at"],
    )


def _amounts(row: Record) -> ImportedOrderAmounts:
    currency = Currency.of(row["currency"])
    names = ("subtotal", "discount", "shipping", "tax", "total", "refunded")
    return ImportedOrderAmounts(**{name: currency.money(row[name]) for name in names})


def _address(stored: Mapping[str, str] | None) -> ImportedOrderAddress | None:
    if stored is None:
        return None
    address = AddressDraft(**stored)
    city = " ".join(part for part in (address.postal_code, address.city) if part)
    lines = (address.line1, address.line2, city, address.state, address.country)
    return ImportedOrderAddress(
        name=f"{address.first_name} {address.last_name}".strip(),
        company=address.company,
        lines=[line for line in lines if line],
        phone=address.phone,
    )


def _items(row: Record) -> list[ImportedOrderItem]:
    currency = Currency.of(row["currency"])
    return [
        ImportedOrderItem(
            sku=line["sku"],
            title=line["title"],
            quantity=line["quantity"],
            price=currency.money(line["price"]),
            discount=currency.money(line["discount"]),
            product=_product(line["product"]),
        )
        for line in row["items"]
    ]


def _product(found: Mapping[str, Any] | None) -> ImportedOrderProduct | None:
    if found is None:
        return None
    return ImportedOrderProduct(
        id=found["id"],
        title=found["title"],
        link=links.product(found["slug"]) if found["on_sale"] else None,
        image=None if found["image"] is None else Picture.model_validate(found["image"]),
    )


def _earlier(row: Record) -> EarlierOrder:
    return EarlierOrder(
        number=row["number"],
        placed_at=row["placed_at"],
        status=_status(row),
        amounts=_amounts(row),
        address=_address(row["address"]),
        items=_items(row),
    )


def _status(row: Record) -> EarlierOrderStatus:
    """Return the one status that a customer is shown."""
    if row["cancelled"] or row["payment"] == "voided":
        return "cancelled"
    if row["payment"] == "refunded":
        return "refunded"
    if row["fulfilment"] == "fulfilled":
        return "shipped"
    return "pending" if row["payment"] == "pending" else "paid"


@export_section("importedOrders")
async def exported(connection: Connection, customer_id: int) -> object:
    """Return a customer's orders of other shops for the export."""
    rows = await connection.fetch(OF_CUSTOMER, customer_id, ALL, 0)
    return [_details(row).model_dump(mode="json", by_alias=True) for row in rows]


@guest_export_section("importedOrdersOfContact")
async def exported_of_guest(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """Return the orders of other shops with an email address that no customer has."""
    rows = await connection.fetch(OF_GUEST, email)
    return [_details(row).model_dump(mode="json", by_alias=True) for row in rows]
