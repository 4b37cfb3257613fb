"""Fields of order files, and what their readers share."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.money import Currency
from stallage.customers.rules.contacts import InvalidContact, email_address
from stallage.imports.drafts import ImportRecord, RowMessage
from stallage.moving_in.drafts import AddressDraft, OrderDraft
from stallage.moving_in.formats.columns import FormatField, RowCells

MAX_LINES = 1_000
"""Lines of an order."""

LABELS: Mapping[str, tuple[str, str]] = {
    "number": ("Order number", "Order"),
    "email": ("Email", "Order"),
    "phone": ("Phone", "Order"),
    "placed_at": ("Placed at", "Order"),
    "status": ("Status", "Order"),
    "payment": ("Payment status", "Order"),
    "fulfilment": ("Fulfilment status", "Order"),
    "cancelled_at": ("Cancelled at", "Order"),
    "payment_method": ("Payment method", "Order"),
    "note": ("Note", "Order"),
    "tags": ("Tags", "Order"),
    "currency": ("Currency", "Amounts"),
    "subtotal": ("Subtotal", "Amounts"),
    "discount": ("Discount", "Amounts"),
    "discount_code": ("Discount code", "Amounts"),
    "shipping": ("Shipping", "Amounts"),
    "shipping_method": ("Shipping method", "Amounts"),
    "tax": ("Taxes", "Amounts"),
    "total": ("Total", "Amounts"),
    "refunded": ("Refunded", "Amounts"),
    "refunds": ("Refunds", "Amounts"),
    "line_title": ("Title", "Lines"),
    "line_sku": ("SKU", "Lines"),
    "line_quantity": ("Quantity", "Lines"),
    "line_price": ("Price of one unit", "Lines"),
    "line_discount": ("Discount of the line", "Lines"),
    "line_item": ("Line with all its values", "Lines"),
}
ADDRESS_LABELS: Mapping[str, str] = {
    "name": "Full name",
    "first_name": "First name",
    "last_name": "Last name",
    "company": "Company",
    "line1": "Address line 1",
    "line2": "Address line 2",
    "city": "City",
    "state": "State",
    "postal_code": "Postal code",
    "country": "Country code",
    "phone": "Phone",
}
REQUIRED = frozenset({"number", "placed_at", "total", "line_item", "line_title", "line_quantity"})


def fields_of(
    headers: Mapping[str, tuple[str, ...]],
    address: Mapping[str, str],
) -> tuple[FormatField, ...]:
    """Return the fields of a format. `address` has `{}` for `shipping` or `billing`."""
    order = tuple(
        FormatField(
            name,
            LABELS[name][0],
            LABELS[name][1],
            known,
            required=name in REQUIRED,
            repeatable=name == "line_item",
        )
        for name, known in headers.items()
    )
    addresses = tuple(
        FormatField(
            f"{kind}_{name}",
            ADDRESS_LABELS[name],
            f"{kind.capitalize()} address",
            (header.format(kind),),
        )
        for kind in ("shipping", "billing")
        for name, header in address.items()
    )
    return order + addresses


def address_in(cells: RowCells, kind: str) -> AddressDraft | None:
    """Return the shipping or billing address, or None if the row has none."""
    first, _, last = cells.text(f"{kind}_name").rpartition(" ")
    address = AddressDraft(
        first_name=cells.text(f"{kind}_first_name") or first or last,
        last_name=cells.text(f"{kind}_last_name") or (last if first else ""),
        company=cells.text(f"{kind}_company"),
        line1=cells.text(f"{kind}_line1"),
        line2=cells.text(f"{kind}_line2"),
        city=cells.text(f"{kind}_city"),
        state=cells.text(f"{kind}_state"),
        postal_code=cells.text(f"{kind}_postal_code", 32),
        country=cells.text(f"{kind}_country", 64),
        phone=cells.text(f"{kind}_phone", 40),
    )
    return None if address.is_empty and not address.first_name else address


def email_in(cells: RowCells) -> str:
    """Return the email address; one that cannot be read is dropped with a warning."""
    text = cells.raw("email")
    if not text:
        return ""
    try:
        return email_address(text)
    except InvalidContact:
        cells.report(
            "email", "This is not an email address. The order has no customer.", is_error=False
        )
        return ""


def currency_in(cells: RowCells, shop_currency: Currency) -> Currency:
    """Return the currency of an order, by default the shop's."""
    code = cells.raw("currency").upper()
    if not code or code == shop_currency.code:
        return shop_currency
    if len(code) != 3 or not (code.isascii() and code.isalpha()):
        cells.report("currency", "This is not a currency code such as USD.")
        return shop_currency
    cells.report(
        "currency",
        f"The order is not in {shop_currency.code}, so reports do not count it.",
        is_error=False,
    )
    return Currency.of(code)


def order_record(
    number: str, line: int, rows: int, draft: OrderDraft | None, messages: list[RowMessage]
) -> ImportRecord:
    """Return the record of an order; without a payload if any of its rows has an error."""
    failed = draft is None or any(message.severity == "error" for message in messages)
    return ImportRecord(
        key=number or f"line {line}",
        label=number or f"Line {line}",
        line=line,
        rows=rows,
        payload=None if failed or draft is None else draft.model_dump(mode="json"),
        messages=tuple(messages),
    )
