"""Issues documents: an order's invoices, and a credit note for every refund."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.customers.rules.addresses import PostalAddress
from stallage.invoices.errors import BillingFixed
from stallage.invoices.events import InvoiceIssued
from stallage.invoices.rules import StoredDocument
from stallage.invoices.rules.content import DocumentBuilder, InvoicedOrder
from stallage.invoices.rules.parts import NO_EXTRAS, PLACED, credit_note, parts_of_order
from stallage.orders.actions import lock_order, set_billing_address
from stallage.orders.rules import billing_editable
from stallage.orders.rules.refunds import Extras
from stallage.settings import Settings
from stallage.shop.queries import company, seller
from stallage.tenders import tender_kind

ORDER = """
    SELECT o.id, o.currency, o.subtotal, o.discounts, o.shipping_method, o.shipping_total,
        o.gift_wrap_name, o.gift_wrap_total, o.taxes, o.total,
        (SELECT jsonb_agg(to_jsonb(l) ORDER BY l.position) FROM order_lines_view l
            WHERE l.order_id = o.id AND l.owner_id = o.owner_id) AS lines,
        (SELECT jsonb_agg(to_jsonb(t) - ARRAY['order_id', 'owner_id']
            ORDER BY t.position) FROM order_tenders_view t
            WHERE t.order_id = o.id AND t.owner_id = o.owner_id) AS tenders,
        EXISTS (SELECT FROM order_events_view e
            WHERE e.order_id = o.id AND e.owner_id = o.owner_id
                AND (e.payment_status = 1 OR e.status = 4)) AS due
    FROM orders_view o WHERE o.id = $1
"""

# The buyer's tax id is the reason why an order was charged no tax.
REVERSE_CHARGED = """
    SELECT coalesce(billing_address, address) ->> 'tax_id' AS tax_id,
        coalesce(billing_address, address) ->> 'country' AS country
    FROM orders_view WHERE id = $1 AND taxes @> '[{"reverse_charge": true}]'
"""

ISSUED = "SELECT source FROM invoices WHERE order_id = $1 ORDER BY id"

CANCELLATIONS = """
    SELECT id, lines, shipping, paid, payable + wallet - refunded_before AS amount
    FROM order_cancellations_view
    WHERE order_id = $1 ORDER BY id
"""

# An exchange moves no money, so it has no document unless it is cancelled.
RETURNS = """
    SELECT r.id, r.shipping, r.withdrawal, r.to_source + r.to_wallet AS amount,
        (SELECT jsonb_agg(jsonb_build_object('line_id', rl.order_line_id, 'quantity', rl.quantity,
            'line_total', rl.line_total, 'discount', rl.discount, 'tax', rl.tax,
            'tax_added', rl.tax_added) ORDER BY rl.order_line_id)
            FROM return_lines_view rl
            WHERE rl.return_id = r.id AND rl.owner_id = r.owner_id) AS lines
    FROM returns_view r
    WHERE r.order_id = $1 AND r.status = 12 AND r.to_source IS NOT NULL ORDER BY r.id
"""

EXCHANGE_REFUNDS = """
    SELECT e.id, e.lines, e.to_source + e.to_wallet AS amount
    FROM exchange_refunds_view e
    JOIN returns_view r ON r.id = e.return_id AND r.owner_id = e.owner_id
    WHERE r.order_id = $1 ORDER BY e.id
"""

REFUNDS = """
    SELECT id, lines, delivery, delivery_tax, gift_wrap, gift_wrap_tax, goodwill, amount
    FROM order_refunds_view WHERE order_id = $1 AND state = 'paid' ORDER BY paid_at, id
"""

# The counter's row is locked only here, as the last statement of the transaction.
ISSUE = """
    WITH counted AS (
        UPDATE invoice_counters SET last = last + 1 WHERE kind = $1 RETURNING last
    )
    INSERT INTO invoices (kind, number, order_id, owner_id, source, content, total, issued_at)
    SELECT $1, last, $2, $7, $3, $4, $5, $6 FROM counted
    RETURNING id
"""

EXTRAS = ("delivery", "delivery_tax", "gift_wrap", "gift_wrap_tax")

# Storing a PDF locks the order's row as well, so it is either erased here or not stored.
ORDERS_OF = "SELECT id FROM orders_view WHERE customer_id = $1 ORDER BY id FOR UPDATE"
DELETE_PDFS = "UPDATE invoices SET pdf = NULL WHERE order_id = ANY($1) AND pdf IS NOT NULL"

STORE_PDF = """
    UPDATE invoices i SET pdf = $2 FROM orders_view o
    WHERE i.id = $1 AND o.id = i.order_id AND o.owner_id = i.owner_id
        AND (o.first_name, o.last_name) = ($3, $4)
        AND o.address IS NOT DISTINCT FROM $5 AND o.billing_address IS NOT DISTINCT FROM $6
"""


async def issue_due(connection: Connection, settings: Settings, order_id: int) -> None:
    """Issue the documents that are due for an order and not issued yet. Idempotent."""
    owner_id = (await lock_order(connection, order_id)).owner_id
    order = await connection.fetchrow(ORDER, order_id)
    if order is None or not order["due"] or order["total"] == 0:
        return
    issued = [row["source"] for row in await connection.fetch(ISSUED, order_id)]
    seller = await _seller(connection, settings)
    due: list[tuple[str, str, dict[str, Any]]] = []
    for kind, source, content in await _all_documents(connection, order, issued):
        if source not in issued:
            due.append((kind, source, {"seller": seller, **content}))
    now = clock.now()
    events = []
    for kind, source, content in due:
        invoice_id = await connection.fetchval(
            ISSUE, kind, order_id, source, content, content["total"], now, owner_id
        )
        events.append(InvoiceIssued(invoice_id=invoice_id, order_id=order_id, kind=kind))
    await publish(connection, *events)


async def _seller(connection: Connection, settings: Settings) -> dict[str, Any]:
    shop = await company(connection, settings)
    name, tax_number = await seller(connection, settings)
    return {
        "name": name,
        "address": None if shop.address is None else shop.address.model_dump(by_alias=False),
        "email": shop.email,
        "phone": shop.phone,
        "colour": shop.primary_colour,
        "tax_number": tax_number,
    }


@dataclass(frozen=True, slots=True)
class _Credit:
    """A refund that needs a credit note."""

    source: str
    """See `models.Invoice.source`."""
    about: str
    """Shown on the document."""
    lines: list[dict[str, Any]]
    extras: Extras
    """What is refunded of delivery and gift wrap."""
    goodwill: int
    amount: int
    """The money that was refunded. Less than the items cost if goodwill had paid for them before."""


async def _credits(
    connection: Connection, order_id: int, cancelled: list[Record], extras: Extras
) -> list[_Credit]:
    def of(source: str, about: str, one: Record, *, delivery: bool) -> _Credit:
        return _Credit(
            source, about, one["lines"], extras if delivery else NO_EXTRAS, 0, one["amount"]
        )

    refunds = [
        of(f"cancellation:{one['id']}", "Cancelled", one, delivery=one["shipping"] > 0)
        for one in cancelled
        if one["paid"]
    ]
    for one in await connection.fetch(RETURNS, order_id):
        about = "Withdrawn" if one["withdrawal"] else "Returned"
        refunds.append(of(f"return:{one['id']}", about, one, delivery=one["shipping"] > 0))
    for one in await connection.fetch(EXCHANGE_REFUNDS, order_id):
        refunds.append(of(f"exchange:{one['id']}", "Returned", one, delivery=False))
    for one in await connection.fetch(REFUNDS, order_id):
        refunded = Extras(*(one[name] for name in EXTRAS))
        refunds.append(
            _Credit(
                f"refund:{one['id']}",
                "Refunded",
                one["lines"],
                refunded,
                one["goodwill"],
                one["amount"],
            )
        )
    # A refund of nothing has no document: goodwill had paid for all of it before.
    return [one for one in refunds if one.amount > 0]


async def _all_documents(
    connection: Connection, order: Record, issued: list[str]
) -> list[tuple[str, str, dict[str, Any]]]:
    """Build all documents of an order, in order, as kind, source and content.

    Each depends on those before it, so all are built every time. Issued ones come first, in their
    order.
    """
    cancellations = await connection.fetch(CANCELLATIONS, order["id"])
    places = {source: place for place, source in enumerate(issued)}
    parts = parts_of_order(
        InvoicedOrder(**{one.name: order[one.name] for one in fields(InvoicedOrder)}),
        order["tenders"] or [],
    )
    builders = {part.source: DocumentBuilder(part.order) for part in parts}
    refunds = await _credits(connection, order["id"], cancellations, builders[PLACED].extras)
    before = [part for one in cancellations if not one["paid"] for part in one["lines"]]
    documents = []
    for part in parts:
        builder = builders[part.source]
        unpaid = [one for one in before if one["line_id"] in builder.lines]
        content = {"about": "", **_paid_by(part.tenders), **builder.invoice(unpaid)}
        # Nothing is left of added items that were taken off before they were paid.
        if part.source == PLACED or content["lines"]:
            documents.append(("invoice", part.source, content))
    for one in sorted(refunds, key=lambda credit: places.get(credit.source, len(places))):
        content = credit_note(
            builders, one.lines, extras=one.extras, goodwill=one.goodwill, amount=one.amount
        )
        documents.append(("credit_note", one.source, {"about": one.about, **content}))
    return documents


def _paid_by(tenders: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The tenders of an invoice. `wallet` is what stored value paid."""
    stored = [one["amount"] for one in tenders if tender_kind(one["kind"]).stores_value]
    return {"tenders": [*tenders], "wallet": sum(stored)}


async def change_billing(connection: Connection, order_id: int, address: PostalAddress) -> None:
    """Change the billing address of an order. Raises BillingFixed.

    The caller has issued what was due. Issuing locks the order as well, so the buyer of an issued
    invoice never changes.
    """
    order = await lock_order(connection, order_id)
    issued = await connection.fetch(ISSUED, order_id)
    if issued or not billing_editable(order.status, order.payment_status):
        raise BillingFixed
    billed = await connection.fetchrow(REVERSE_CHARGED, order_id)
    if billed and (billed["tax_id"], billed["country"]) != (address.tax_id, address.country):
        raise BillingFixed(
            "This order is taxed by reverse charge, so its tax ID and country can no longer be changed."
        )
    await set_billing_address(connection, order_id, address)


async def store_pdf(connection: Connection, document: StoredDocument, pdf: bytes) -> None:
    """Store the PDF of a document, unless its buyer has changed since the document was read.

    The buyer may have been erased in the meantime. Then the PDF would still name them.
    """
    await lock_order(connection, document.order_id)
    await connection.execute(
        STORE_PDF,
        document.id,
        pdf,
        document.first_name,
        document.last_name,
        document.address,
        document.billing_address,
    )


async def forget_pdfs(connection: Connection, customer_id: int) -> None:
    """Delete the stored PDFs of a customer who is erased. Rendered again, they name nobody."""
    rows = await connection.fetch(ORDERS_OF, customer_id)
    await forget_pdfs_of(connection, [row["id"] for row in rows])


async def forget_pdfs_of(connection: Connection, order_ids: list[int]) -> None:
    """Delete the stored PDFs of some orders, which the caller has locked."""
    await connection.execute(DELETE_PDFS, order_ids)
