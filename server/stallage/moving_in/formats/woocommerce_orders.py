"""WooCommerce's order export: a row for each order, with a column for each of its lines.

WooCommerce itself exports no orders with their lines. Read is the file of its extension Import Export
Suite, which Order Export & Order Import writes as well. A line is written as
`name:Vase|sku:V-1|quantity:2|total:48.00|sub_total:50.00`, its amounts being those of all units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stallage.core.money import MAX_AMOUNT, Currency
from stallage.import_export.formats.cells import BadCell, parse_amount, parse_line, parse_quantity
from stallage.import_export.formats.table import BrokenRow, UnreadableFile
from stallage.imports.drafts import ImportRecord, ImportSource, UnreadableImportFile
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

WOOCOMMERCE_ORDERS = FileFormat(
    "woocommerce",
    "WooCommerce orders",
    fields_of(
        {
            "number": ("order_number", "order_id"),
            "email": ("billing_email", "customer_email"),
            "placed_at": ("order_date", "date"),
            "status": ("status",),
            "payment_method": ("payment_method_title", "payment_method"),
            "currency": ("order_currency",),
            "subtotal": ("order_subtotal",),
            "discount": ("discount_total", "cart_discount"),
            "discount_code": ("coupon_items",),
            "shipping": ("shipping_total", "order_shipping"),
            "shipping_method": ("shipping_method",),
            "tax": ("tax_total", "order_tax"),
            "total": ("order_total",),
            "refunds": ("refund_items",),
            "note": ("customer_note",),
            "line_item": ("line_item_#", "order_item_#"),
        },
        {
            "first_name": "{}_first_name",
            "last_name": "{}_last_name",
            "company": "{}_company",
            "line1": "{}_address_1",
            "line2": "{}_address_2",
            "city": "{}_city",
            "state": "{}_state",
            "postal_code": "{}_postcode",
            "country": "{}_country",
            "phone": "{}_phone",
        },
    ),
    (("order_id", "order_number"), ("order_total",), ("line_item_1", "order_item_1")),
)
STATUSES: Mapping[str, tuple[Payment, Fulfilment, bool]] = {
    "completed": ("paid", "fulfilled", False),
    "processing": ("paid", "unfulfilled", False),
    "on-hold": ("pending", "unfulfilled", False),
    "pending": ("pending", "unfulfilled", False),
    "cancelled": ("voided", "unfulfilled", True),
    "failed": ("voided", "unfulfilled", True),
    "refunded": ("refunded", "fulfilled", False),
}
"""Status → payment, fulfilment, cancelled."""
_KEYS = frozenset(
    {"name", "product_id", "sku", "quantity", "total", "sub_total", "tax", "tax_data", "refunded"}
)
_REFUND = re.compile(r"(?:^|[;|])\s*amount:\s*([^|;]*)")


def read_woocommerce_orders(
    source: ImportSource, time_zone: str, shop_currency: Currency
) -> Iterator[ImportRecord]:
    """Read an order file. Raises UnreadableImportFile."""
    seen: dict[str, int] = {}
    try:
        table = open_source(WOOCOMMERCE_ORDERS, source)
        for row in table.rows():
            cells = cells_of(table, source, row)
            number = cells.text("number", 64)
            if not isinstance(row, BrokenRow):
                _check_number(cells, number, seen)
            draft = None if cells.has_errors else _draft(number, cells, time_zone, shop_currency)
            yield order_record(number, cells.line, 1, draft, cells.messages)
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error


def _check_number(cells: RowCells, number: str, seen: dict[str, int]) -> None:
    if not number and not cells.has_errors:
        cells.report("number", "The order number is missing.")
    first = seen.setdefault(number, cells.line)
    if number and first != cells.line:
        cells.report("number", f"This order is in line {first} already.")


def _draft(
    number: str, cells: RowCells, time_zone: str, shop_currency: Currency
) -> OrderDraft | None:
    currency = currency_in(cells, shop_currency)
    placed_at = cells.time("placed_at", time_zone, required=True)
    total = cells.amount("total", currency.decimals, required=True)
    payment, fulfilment, cancelled = _status(cells)
    refunded = _refunded(cells, currency, total if payment == "refunded" else 0)
    if refunded and payment == "paid":
        payment = "partly_refunded" if refunded < total else "refunded"
    billing = address_in(cells, "billing")
    if placed_at is None:
        return None
    return OrderDraft(
        system="woocommerce",
        number=number,
        email=email_in(cells),
        phone="" if billing is None else billing.phone,
        placed_at=placed_at,
        cancelled=cancelled,
        payment=payment,
        fulfilment=fulfilment,
        payment_method=cells.text("payment_method"),
        currency=currency.code,
        subtotal=cells.amount("subtotal", currency.decimals),
        discount=cells.amount("discount", currency.decimals),
        discount_code=_coupon(cells),
        shipping=cells.amount("shipping", currency.decimals),
        shipping_method=cells.text("shipping_method", 500),
        tax=cells.amount("tax", currency.decimals),
        total=total,
        refunded=refunded,
        address=address_in(cells, "shipping") or billing,
        billing_address=billing,
        note=cells.note("note"),
        tags=[],
        lines=_lines(cells, currency),
    )


def _status(cells: RowCells) -> tuple[Payment, Fulfilment, bool]:
    status = STATUSES.get(cells.raw("status").lower().removeprefix("wc-"))
    if status is None:
        cells.report("status", "This status is not one of WooCommerce's.")
    return status or STATUSES["pending"]


def _coupon(cells: RowCells) -> str:
    """`code:SUMMER|amount:5.00` → `SUMMER`."""
    return ", ".join(
        part.removeprefix("code:").strip()
        for one in cells.text("discount_code", 500).split(";")
        for part in one.split("|")
        if part.strip().startswith("code:")
    )


def _refunded(cells: RowCells, currency: Currency, default: int) -> int:
    amounts = [amount.strip().lstrip("-") for amount in _REFUND.findall(cells.raw("refunds"))]
    try:
        refunded = sum(parse_amount("The refund", one, currency.decimals) for one in amounts if one)
    except BadCell as error:
        cells.report("refunds", str(error))
        return 0
    return min(refunded or default, MAX_AMOUNT)


def _lines(cells: RowCells, currency: Currency) -> list[LineDraft]:
    written = [(index, text) for index, text in cells.every("line_item") if text]
    if len(written) > MAX_LINES:
        cells.report("number", f"The order has more than {MAX_LINES:,} lines.")
        return []
    lines: list[LineDraft] = []
    for index, text in written:
        try:
            lines.append(_line(_parts(text), currency))
        except BadCell as error:
            cells.report_column(index, str(error), text)
    return lines


def _parts(text: str) -> dict[str, str]:
    """Split `key:value|key:value`; a value may contain both characters."""
    parts: dict[str, str] = {}
    last = ""
    for part in text.split("|"):
        key, colon, value = part.partition(":")
        name = key.strip()
        if colon and (name in _KEYS or name.startswith(("meta", "_"))):
            last = name
            parts.setdefault(name, value.strip())
        elif last:
            parts[last] += f"|{part}"
    return parts


def _line(parts: Mapping[str, str], currency: Currency) -> LineDraft:
    if not parts.get("name"):
        raise BadCell("The line has no name.")
    quantity = parse_quantity("The quantity", parts.get("quantity", ""))
    if quantity < 1:
        raise BadCell("The quantity of the line is not at least 1.")
    total = parse_amount("The total of the line", parts.get("total") or "0", currency.decimals)
    before = parts.get("sub_total") or parts.get("total") or "0"
    subtotal = max(parse_amount("The subtotal of the line", before, currency.decimals), total)
    return LineDraft(
        sku=parse_line("The SKU", parts.get("sku", "")),
        title=parse_line("The name", parts["name"], 500),
        quantity=quantity,
        price=round(subtotal / quantity),
        discount=subtotal - total,
    )
