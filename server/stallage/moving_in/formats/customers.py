"""Customer files of Shopify and WooCommerce.

WooCommerce has no customer file of its own. Read are the download of Analytics › Customers, and the file
of WooCommerce's extension Import Export Suite.
"""

from __future__ import annotations

from collections.abc import Iterator

from stallage.customers.rules.contacts import (
    InvalidContact,
    canonical_email,
    email_address,
    phone_number,
)
from stallage.import_export.formats.cells import BadCell, parse_boolean, parse_tags
from stallage.import_export.formats.table import BrokenRow, UnreadableFile
from stallage.imports.drafts import ImportRecord, ImportSource, UnreadableImportFile
from stallage.moving_in.drafts import AddressDraft, CustomerDraft
from stallage.moving_in.formats.columns import (
    FileFormat,
    FormatField,
    RowCells,
    cells_of,
    open_source,
)

EXPECTED = "a Shopify customer export or a WooCommerce customer export, as CSV"
MAX_CUSTOMER_TAGS = 50


def _fields(headers: dict[str, tuple[str, ...]]) -> tuple[FormatField, ...]:
    return tuple(
        FormatField(name, label, group, headers[name], required=name == "email")
        for name, (label, group) in FIELDS.items()
        if name in headers
    )


FIELDS = {
    "email": ("Email", "Customer"),
    "phone": ("Phone", "Customer"),
    "name": ("Full name", "Customer"),
    "first_name": ("First name", "Customer"),
    "last_name": ("Last name", "Customer"),
    "accepts_marketing": ("Accepts email marketing", "Customer"),
    "accepted_at": ("Accepted marketing at", "Customer"),
    "tags": ("Tags", "Customer"),
    "note": ("Note", "Customer"),
    "address_first_name": ("First name", "Address"),
    "address_last_name": ("Last name", "Address"),
    "company": ("Company", "Address"),
    "line1": ("Address line 1", "Address"),
    "line2": ("Address line 2", "Address"),
    "city": ("City", "Address"),
    "state": ("State", "Address"),
    "postal_code": ("Postal code", "Address"),
    "country": ("Country code", "Address"),
    "address_phone": ("Phone", "Address"),
}


def _default_address(name: str) -> tuple[str, ...]:
    return (f"default address {name}", f"default {name}", name)


SHOPIFY = FileFormat(
    "shopify_customers",
    "Shopify customers",
    _fields(
        {
            "email": ("email",),
            "phone": ("phone",),
            "first_name": ("first name",),
            "last_name": ("last name",),
            "accepts_marketing": ("accepts email marketing", "accepts marketing"),
            "accepted_at": ("email marketing consent updated at", "marketing opt-in date"),
            "tags": ("tags",),
            "note": ("note",),
            "company": _default_address("company"),
            "line1": _default_address("address1"),
            "line2": _default_address("address2"),
            "city": _default_address("city"),
            "state": _default_address("province code"),
            "postal_code": _default_address("zip"),
            "country": _default_address("country code"),
            "address_phone": ("default address phone", "default phone"),
        }
    ),
    (("email",), ("first name",), ("accepts email marketing", "accepts marketing")),
)
WOOCOMMERCE_ANALYTICS = FileFormat(
    "woocommerce_analytics_customers",
    "WooCommerce Analytics customers",
    _fields({"email": ("email",), "name": ("name",)}),
    (("email",), ("username",), ("last active",), ("sign up",)),
)
WOOCOMMERCE_SUITE = FileFormat(
    "woocommerce_customers",
    "WooCommerce customers (Import Export Suite)",
    _fields(
        {
            "email": ("user_email", "customer_email", "billing_email"),
            "phone": ("billing_phone",),
            "first_name": ("first_name",),
            "last_name": ("last_name",),
            "note": ("description",),
            "address_first_name": ("billing_first_name",),
            "address_last_name": ("billing_last_name",),
            "company": ("billing_company",),
            "line1": ("billing_address_1",),
            "line2": ("billing_address_2",),
            "city": ("billing_city",),
            "state": ("billing_state",),
            "postal_code": ("billing_postcode",),
            "country": ("billing_country",),
        }
    ),
    (("user_email", "customer_email"), ("user_login", "username", "roles", "customer_id")),
)
CUSTOMER_FORMATS = {one.id: one for one in (SHOPIFY, WOOCOMMERCE_ANALYTICS, WOOCOMMERCE_SUITE)}
"""In the order in which they are tried."""


def read_customers(
    source: ImportSource, time_zone: str, phone_country_code: str
) -> Iterator[ImportRecord]:
    """Read a customer file. Of several rows with one email address, the first counts.

    Raises UnreadableImportFile.
    """
    known = CUSTOMER_FORMATS[source.format]
    first_lines: dict[str, int] = {}
    try:
        table = open_source(known, source)
        for row in table.rows():
            cells = cells_of(table, source, row)
            draft = (
                None
                if isinstance(row, BrokenRow)
                else _customer(cells, time_zone, phone_country_code)
            )
            yield _record(cells, draft, first_lines)
    except UnreadableFile as error:
        raise UnreadableImportFile(str(error)) from error


def _record(
    cells: RowCells, draft: CustomerDraft | None, first_lines: dict[str, int]
) -> ImportRecord:
    contact = "" if draft is None else canonical_email(draft.email) or draft.phone
    if contact:
        first = first_lines.setdefault(contact, cells.line)
        if first != cells.line:
            name = "email" if draft is not None and draft.email else "phone"
            cells.report(name, f"This customer is in line {first} already. This row is not used.")
    usable = contact and not cells.has_errors and draft is not None
    return ImportRecord(
        key=contact or f"line {cells.line}",
        label=contact or f"Line {cells.line}",
        line=cells.line,
        rows=1,
        payload=draft.model_dump(mode="json") if usable and draft is not None else None,
        messages=tuple(cells.messages),
    )


def _customer(cells: RowCells, time_zone: str, phone_country_code: str) -> CustomerDraft:
    first, last = _names(cells)
    email = _email(cells)
    draft = CustomerDraft(
        email=email,
        # A phone number would be a way to sign in, so it is taken only if there is no other.
        phone="" if email else _phone(cells, phone_country_code),
        first_name=first,
        last_name=last,
        accepts_marketing=_accepts_marketing(cells),
        accepted_at=cells.time("accepted_at", time_zone),
        tags=_tags(cells),
        note=cells.note("note"),
    )
    address = AddressDraft(
        first_name=cells.text("address_first_name") or first,
        last_name=cells.text("address_last_name") or last,
        company=cells.text("company"),
        line1=cells.text("line1"),
        line2=cells.text("line2"),
        city=cells.text("city"),
        state=cells.text("state"),
        postal_code=cells.text("postal_code", 32),
        country=cells.text("country", 2),
        phone=cells.text("address_phone", 40) or cells.text("phone", 40),
    )
    return draft if address.is_empty else draft.model_copy(update={"address": address})


def _names(cells: RowCells) -> tuple[str, str]:
    first, last = cells.text("first_name"), cells.text("last_name")
    if first or last:
        return first, last
    first, _, last = cells.text("name").rpartition(" ")
    return (first, last) if first else (last, "")


def _email(cells: RowCells) -> str:
    text = cells.raw("email")
    if not text:
        return ""
    try:
        return email_address(text)
    except InvalidContact:
        cells.report("email", "This is not an email address.")
        return ""


def _phone(cells: RowCells, country_code: str) -> str:
    text = cells.raw("phone").lstrip("'")
    if not text:
        if not cells.has_errors:
            cells.report("email", "The row has neither an email address nor a phone number.")
        return ""
    try:
        return phone_number(text, country_code)
    except InvalidContact:
        cells.report("phone", "This is not a phone number that the shop accepts.")
        return ""


def _accepts_marketing(cells: RowCells) -> bool:
    text = cells.raw("accepts_marketing")
    if not text:
        return False
    try:
        return parse_boolean("Accepts marketing", text)
    except BadCell:
        cells.report(
            "accepts_marketing",
            "This is neither yes nor no. The customer is not subscribed.",
            is_error=False,
        )
        return False


def _tags(cells: RowCells) -> list[str]:
    try:
        tags = list(parse_tags(cells.raw("tags")))
    except BadCell as error:
        cells.report("tags", str(error))
        return []
    if len(tags) > MAX_CUSTOMER_TAGS:
        cells.report("tags", f"Only the first {MAX_CUSTOMER_TAGS} tags are used.", is_error=False)
    return [tag for tag in tags if tag][:MAX_CUSTOMER_TAGS]
