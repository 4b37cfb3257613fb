"""Shopify's order export: a row for each line, of which the first has what concerns the order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stallage.core.money import Currency
from stallage.import_export.formats.cells import BadCell, parse_tags
from stallage.import_export.formats.table import UnreadableFile
from stallage.imports.drafts import (
    ImportRecord,
    ImportSource,
    RowMessage,
    UnreadableImportFile,
)
from stallage.moving_in.drafts import Fulfilment, LineDraft, OrderDraft, Payment
from stallage.moving_in.formats.columns import FileFormat, RowCells, cells_of, open_source
from stallage.moving_in.formats.order_fields import (
    MAX_LINES,
    address_in,
    currency_in,
    email_in,
    fields_of,
    order_record,
)

SHOPIFY_ORDERS = FileFormat(
    "shopify",
    "Shopify orders",
    fields_of(
        {
            "number": ("name",),
            "email": ("email",),
            "phone": ("phone",),
            "placed_at": ("created at",),
            "payment": ("financial status",),
            "fulfilment": ("fulfillment status",),
            "cancelled_at": ("cancelled at",),
            "payment_method": ("payment method",),
            "currency": ("currency",),
            "subtotal": ("subtotal",),
            "discount": ("discount amount",),
            "discount_code": ("discount code",),
            "shipping": ("shipping",),
            "shipping_method": ("shipping method",),
            "tax": ("taxes",),
            "total": ("total",),
            "refunded": ("refunded amount",),
            "note": ("notes",),
            "tags": ("tags",),
            "line_title": ("lineitem name",),
            "line_sku": ("lineitem sku",),
            "line_quantity": ("lineitem quantity",),
            "line_price": ("lineitem price",),
            "line_discount": ("lineitem discount",),
        },
        {
            "name": "{} name",
            "company": "{} company",
            "line1": "{} address1",
            "line2": "{} address2",
            "city": "{} city",
            "state": "{} province",
            "postal_code": "{} zip",
            "country": "{} country",
            "phone": "{} phone",
        },
    ),
    (("name",), ("financial status",), ("lineitem name",), ("lineitem quantity",), ("total",)),
)
PAYMENTS: Mapping[str, Payment] = {
    "": "pending",
    "pending": "pending",
    "authorized": "pending",
    "unpaid": "pending",
    "partially_paid": "partly_paid",
    "paid": "paid",
    "partially_refunded": "partly_refunded",
    "refunded": "refunded",
    "voided": "voided",
    "expired": "voided",
}
FULFILMENTS: Mapping[str, Fulfilment] = {
    "": "unfulfilled",
    "unfulfilled": "unfulfilled",
    "pending": "unfulfilled",
    "restocked": "unfulfilled",
    "scheduled": "unfulfilled",
    "on_hold": "unfulfilled",
    "partial": "partly_fulfilled",
    "fulfilled": "fulfilled",
}


def read_shopify_orders(
    source: ImportSource, time_zone: str, shop_currency: Currency
) -> Iterator[ImportRecord]:
    """Read an order file. Raises UnreadableImportFile."""
    seen: dict[str, int] = {}
    rows: list[RowCells] = []
    try:
        table = open_source(SHOPIFY_ORDERS, source)
        for row in table.rows():
            cells = cells_of(table, source, row)
            if rows and cells.raw("number") != rows[0].raw("number"):
                yield _order(rows, seen, time_zone, shop_currency)
                rows = []
            rows.append(cells)
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error
    if rows:
        yield _order(rows, seen, time_zone, shop_currency)


def _order(
    rows: list[RowCells], seen: dict[str, int], time_zone: str, shop_currency: Currency
) -> ImportRecord:
    head = rows[0]
    number = head.text("number", 64)
    if not number and not head.has_errors:
        head.report("number", "The order number is missing.")
    first = seen.setdefault(number, head.line)
    if number and first != head.line:
        head.report(
            "number",
            f"Rows of this order are in line {first} already. All rows of an order have to follow one"
            " another.",
        )
    if len(rows) > MAX_LINES:
        head.report("number", f"The order has more than {MAX_LINES:,} lines.")
    draft = None if _failed(rows) else _draft(number, rows, time_zone, shop_currency)
    messages: list[RowMessage] = [message for row in rows for message in row.messages]
    return order_record(number, head.line, len(rows), draft, messages)


def _failed(rows: list[RowCells]) -> bool:
    return any(row.has_errors for row in rows)


def _draft(
    number: str, rows: list[RowCells], time_zone: str, shop_currency: Currency
) -> OrderDraft | None:
    head = rows[0]
    currency = currency_in(head, shop_currency)
    placed_at = head.time("placed_at", time_zone, required=True)
    cancelled_at = head.time("cancelled_at", time_zone)
    lines = [_line(row, currency) for row in rows if _has_line(row)]
    if placed_at is None:
        return None
    shipping = address_in(head, "shipping")
    billing = address_in(head, "billing")
    person = shipping or billing
    return OrderDraft(
        system="shopify",
        number=number,
        email=email_in(head),
        phone=head.text("phone", 40) or ("" if person is None else person.phone),
        placed_at=placed_at,
        cancelled=cancelled_at is not None,
        payment=_payment(head),
        fulfilment=_fulfilment(head),
        payment_method=head.text("payment_method"),
        currency=currency.code,
        subtotal=head.amount("subtotal", currency.decimals),
        discount=head.amount("discount", currency.decimals),
        discount_code=head.text("discount_code"),
        shipping=head.amount("shipping", currency.decimals),
        shipping_method=head.text("shipping_method"),
        tax=head.amount("tax", currency.decimals),
        total=head.amount("total", currency.decimals, required=True),
        refunded=head.amount("refunded", currency.decimals),
        address=shipping,
        billing_address=billing,
        note=head.note("note"),
        tags=_tags(head),
        lines=lines,
    )


def _has_line(row: RowCells) -> bool:
    return bool(row.raw("line_title") or row.raw("line_quantity") or row.raw("line_sku"))


def _line(row: RowCells, currency: Currency) -> LineDraft:
    return LineDraft(
        sku=row.text("line_sku"),
        title=row.text("line_title", 500),
        quantity=row.quantity("line_quantity"),
        price=row.amount("line_price", currency.decimals),
        discount=row.amount("line_discount", currency.decimals),
    )


def _payment(head: RowCells) -> Payment:
    status = PAYMENTS.get(head.raw("payment").lower())
    if status is None:
        head.report("payment", "This payment status is not known.")
    return status or "pending"


def _fulfilment(head: RowCells) -> Fulfilment:
    status = FULFILMENTS.get(head.raw("fulfilment").lower())
    if status is None:
        head.report("fulfilment", "This fulfilment status is not known.")
    return status or "unfulfilled"


def _tags(head: RowCells) -> list[str]:
    try:
        return [tag for tag in parse_tags(head.raw("tags")) if tag]
    except BadCell as error:
        head.report("tags", str(error))
        return []
