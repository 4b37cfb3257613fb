"""Builds the content of messages from the records that they are about, as they are now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.orders.queries import order_details
from stallage.webhooks.drafts import Payload, RecordedEvent

CUSTOMER_OF_ORDER = "SELECT customer_id FROM orders_view WHERE id = $1"
SKUS_OF_ORDER = "SELECT DISTINCT sku_id FROM order_lines_view WHERE order_id = $1"
DISPUTE = """
SELECT reference, provider, amount, currency, reason, respond_by FROM payment_disputes_view WHERE id = $1
"""
RETURN = """
SELECT r.public_id, r.status, r.withdrawal, r.amount, o.public_id AS order_id, o.currency, o.customer_id
FROM returns_view r JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id WHERE r.id = $1
"""
RETURN_LINES = """
SELECT l.order_line_id, l.quantity FROM return_lines_view l WHERE l.return_id = $1 ORDER BY l.id
"""
PRODUCTS = """
SELECT id, slug, title, status FROM products_view WHERE id = ANY($1::bigint[]) ORDER BY id
"""
SKUS = """
SELECT id, product_id, sku, price, compare_at_price, stock, tracked, backorder, active
FROM skus_view WHERE product_id = ANY($1::bigint[]) OR id = ANY($2::bigint[]) ORDER BY id
"""
CURRENCY = "SELECT currency FROM catalogue_state_view"
CUSTOMER = """
SELECT id, email, phone, first_name, last_name, created_at FROM customers_view WHERE id = $1
"""
TICKET = """
SELECT t.public_id, t.subject, t.state, t.created_at, t.customer_id, t.guest_name, t.guest_email
FROM tickets_view t WHERE t.id = $1
"""
MESSAGE = "SELECT ticket_id, by, message, created_at FROM ticket_messages_view WHERE id = $1"
INVOICE = "SELECT i.number, i.kind, i.order_id FROM invoices_view i WHERE i.id = $1"
ANSWER = """
SELECT a.answer, q.question, p.slug, a.created_at
FROM question_answers_view a JOIN questions_view q ON q.id = a.question_id
JOIN products_view p ON p.id = q.product_id WHERE a.id = $1
"""

Builder = Callable[[Connection, JsonObject], Awaitable[Payload]]


async def _order(connection: Connection, reference: JsonObject) -> Payload:
    order_id = reference["order_id"]
    details = await order_details(connection, order_id)
    data: JsonObject = {"order": details.model_dump(mode="json", by_alias=True)}
    if "parcel" in reference:
        data["parcelId"] = reference["parcel"]
    if "amount" in reference:
        currency = Currency.of(details.total.currency)
        data["amount"] = currency.money(reference["amount"]).model_dump(mode="json")
        data["key"] = reference["key"]
    return Payload(data, await connection.fetchval(CUSTOMER_OF_ORDER, order_id))


async def _dispute(connection: Connection, reference: JsonObject) -> Payload:
    row = await connection.fetchrow(DISPUTE, reference["dispute_id"])
    if row is None:
        raise NotFound
    payload = await _order(connection, reference)
    dispute = {
        "disputeId": row["reference"],
        "provider": row["provider"],
        "state": reference["state"],
        "amount": Currency.of(row["currency"]).money(row["amount"]).model_dump(mode="json"),
        "reason": row["reason"],
        "respondBy": None if row["respond_by"] is None else row["respond_by"].isoformat(),
    }
    return Payload(payload.data | {"dispute": dispute}, payload.customer_id)


async def _return(connection: Connection, reference: JsonObject) -> Payload:
    row = await connection.fetchrow(RETURN, reference["return_id"])
    if row is None:
        raise NotFound
    lines = await connection.fetch(RETURN_LINES, reference["return_id"])
    amount = Currency.of(row["currency"]).money(row["amount"])
    return Payload(
        {
            "return": {
                "returnId": row["public_id"],
                "orderId": row["order_id"],
                "status": reference["status"],
                "withdrawal": row["withdrawal"],
                "amount": amount.model_dump(mode="json"),
                "lines": [
                    {"lineId": line["order_line_id"], "quantity": line["quantity"]}
                    for line in lines
                ],
            }
        },
        row["customer_id"],
    )


async def _skus(
    connection: Connection, product_ids: list[int], sku_ids: list[int]
) -> list[tuple[int, JsonObject]]:
    """Return SKUs with the id of their product."""
    currency = Currency.of(await connection.fetchval(CURRENCY))
    rows = await connection.fetch(SKUS, product_ids, sku_ids)
    return [
        (
            row["product_id"],
            {
                "skuId": row["id"],
                "sku": row["sku"],
                "price": currency.money(row["price"]).model_dump(mode="json"),
                "stock": row["stock"] if row["tracked"] else None,
                "backorder": row["backorder"],
                "active": row["active"],
            },
        )
        for row in rows
    ]


async def _products(connection: Connection, reference: JsonObject) -> Payload:
    ids: list[int] = reference["product_ids"]
    rows = await connection.fetch(PRODUCTS, ids)
    skus = await _skus(connection, ids, [])
    found = [
        {
            "productId": row["id"],
            "slug": row["slug"],
            "title": row["title"],
            "status": row["status"],
            "skus": [sku for product_id, sku in skus if product_id == row["id"]],
        }
        for row in rows
    ]
    present = {row["id"] for row in rows}
    return Payload({"products": found, "deleted": [one for one in ids if one not in present]}, None)


async def _stock(connection: Connection, reference: JsonObject) -> Payload:
    sku_ids: list[int] = reference.get("sku_ids", [])
    if "order_id" in reference:
        rows = await connection.fetch(SKUS_OF_ORDER, reference["order_id"])
        sku_ids = [row["sku_id"] for row in rows]
    skus = await _skus(connection, reference.get("product_ids", []), sku_ids)
    return Payload({"skus": [sku for _, sku in skus]}, None)


async def _customer(connection: Connection, reference: JsonObject) -> Payload:
    customer_id = reference["customer_id"]
    row = await connection.fetchrow(CUSTOMER, customer_id)
    if row is None:
        return Payload({"customer": {"customerId": customer_id}}, customer_id)
    return Payload(
        {
            "customer": {
                "customerId": row["id"],
                "email": row["email"],
                "phone": row["phone"],
                "firstName": row["first_name"],
                "lastName": row["last_name"],
                "createdAt": row["created_at"].isoformat(),
            }
        },
        customer_id,
    )


async def _erased_customer(_connection: Connection, reference: JsonObject) -> Payload:
    return Payload({"customer": {"customerId": reference["customer_id"]}}, None)


async def _ticket(connection: Connection, reference: JsonObject) -> Payload:
    written = None
    ticket_id = reference.get("ticket_id")
    if ticket_id is None:
        written = await connection.fetchrow(MESSAGE, reference["message_id"])
        if written is None:
            raise NotFound
        ticket_id = written["ticket_id"]
    row = await connection.fetchrow(TICKET, ticket_id)
    if row is None:
        raise NotFound
    ticket: JsonObject = {
        "ticketId": row["public_id"],
        "subject": row["subject"],
        "state": row["state"],
        "customerId": row["customer_id"],
        "guestName": row["guest_name"],
        "guestEmail": row["guest_email"],
        "createdAt": row["created_at"].isoformat(),
    }
    if written is not None:
        ticket["message"] = {
            "by": written["by"],
            "text": written["message"],
            "createdAt": written["created_at"].isoformat(),
        }
    return Payload({"ticket": ticket}, row["customer_id"])


async def _invoice(connection: Connection, reference: JsonObject) -> Payload:
    row = await connection.fetchrow(INVOICE, reference["invoice_id"])
    if row is None:
        raise NotFound
    order = await order_details(connection, row["order_id"])
    return Payload(
        {
            "invoice": {
                "number": row["number"],
                "kind": row["kind"],
                "orderId": order.order_id,
                "total": order.total.model_dump(mode="json"),
            }
        },
        None,
    )


async def _answer(connection: Connection, reference: JsonObject) -> Payload:
    row = await connection.fetchrow(ANSWER, reference["answer_id"])
    if row is None:
        raise NotFound
    return Payload(
        {
            "question": {
                "product": row["slug"],
                "question": row["question"],
                "answer": row["answer"],
                "answeredAt": row["created_at"].isoformat(),
            }
        },
        None,
    )


async def _ping(_connection: Connection, _reference: JsonObject) -> Payload:
    return Payload({"message": "This is a test."}, None)


BUILDERS: Mapping[str, Builder] = {
    "ping": _ping,
    "order.placed": _order,
    "order.paid": _order,
    "order.difference_paid": _order,
    "order.payment_failed": _order,
    "order.status_changed": _order,
    "order.shipped": _order,
    "order.edited": _order,
    "order.lines_cancelled": _order,
    "order.cancelled": _order,
    "order.refunded": _order,
    "order.disputed": _dispute,
    "return.changed": _return,
    "invoice.issued": _invoice,
    "product.changed": _products,
    "stock.changed": _stock,
    "customer.created": _customer,
    "customer.erased": _erased_customer,
    "ticket.opened": _ticket,
    "ticket.answered": _ticket,
    "question.answered": _answer,
}
"""What builds the content of each topic."""


async def payload_of(connection: Connection, event: RecordedEvent) -> Payload:
    """Return the content of an event's message.

    If the record has been deleted meanwhile, the content is empty and says so.
    """
    try:
        return await BUILDERS[event.topic](connection, event.reference)
    except NotFound:
        return Payload({"deleted": True}, None)
