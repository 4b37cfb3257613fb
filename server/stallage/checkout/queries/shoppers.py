"""The shopper of an order, and the destination of a quote."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.schemas import Contact, Place, QuoteInput
from stallage.core.db import Connection
from stallage.core.errors import Fields, InvalidFields, NotFound, Unauthorized
from stallage.core.validation import message, required_error
from stallage.customers.rules.addresses import (
    COUNTRIES,
    FIELD_NAMES,
    PostalAddress,
    normalize_address,
)
from stallage.customers.rules.contacts import InvalidContact, email_address, phone_number
from stallage.customers.schemas import AddressInput
from stallage.settings import Settings
from stallage.signin.rules import Contact as ProvableContact

CUSTOMER = """
    SELECT c.email, c.phone, c.first_name, c.last_name, a.id IS NOT NULL AS has_address,
        a.name, a.first_name AS to_first_name, a.last_name AS to_last_name, a.line1, a.line2,
        a.city, a.state, a.postal_code, a.country, a.phone AS to_phone,
        a.company, a.tax_id
    FROM customers_view c LEFT JOIN addresses_view a ON a.customer_id = c.id AND a.id = $2
    WHERE c.id = $1 AND c.forgotten_at IS NULL
"""

DESTINATION = """
    SELECT country, state, city, tax_id FROM addresses_view
    WHERE customer_id = $1 AND (id = $2 OR $2 IS NULL AND is_primary)
"""


@dataclass(frozen=True, slots=True)
class Shopper:
    """The person who orders, with validated contact and addresses."""

    customer_id: int | None
    email: str | None
    phone: str | None
    first_name: str
    last_name: str
    address: PostalAddress | None
    """None for an order of gift cards only."""
    billing: PostalAddress | None
    """The address on the invoice; None: the same as `address`."""
    contact_proven: bool = False
    """Whether the contact is verified."""
    network: str | None = None
    """Keyed hash of the network of the request, for hints to operators."""

    def destination(self, settings: Settings) -> Destination:
        """The part of the address that prices depend on; without an address, the shop's country."""
        address = self.address
        if address is None:
            return _to_destination(Place(), settings)
        billed = self.billing or address
        return Destination(
            address.country,
            address.state or "",
            address.city or "",
            billed.tax_id or "",
            billed.country,
        )

    @property
    def contact(self) -> ProvableContact:
        """The contact that receives messages about the order."""
        return (
            ProvableContact(email=self.email) if self.email else ProvableContact(phone=self.phone)
        )

    @property
    def has_phone(self) -> bool:
        """Whether the courier can call."""
        return bool(self.phone or (self.address and self.address.phone))


def key_owner(customer_id: int | None, email: str | None, phone: str | None) -> str:
    """The owner of an idempotency key: a customer, or a guest by contact."""
    if customer_id is not None:
        return f"customer:{customer_id}"
    return (email or phone or "").lower()


def _prefixed(field: str, fields: Fields) -> Fields:
    return {f"{field}.{name}": messages for name, messages in fields.items()}


def _validate_contact(contact: Contact, settings: Settings) -> tuple[str | None, str | None]:
    """The validated email address and phone number. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    email = phone = None
    try:
        email = email_address(contact.email) if contact.email else None
    except InvalidContact:
        fields["contact.email"] = [message("email", "email")]
    try:
        phone = phone_number(contact.phone, settings.phone_country_code) if contact.phone else None
    except InvalidContact:
        fields["contact.phone"] = [message("phone", "phone")]
    if fields:
        raise InvalidFields(fields=fields)
    return email, phone


def check_phone(shopper: Shopper, settings: Settings, *, cash_on_delivery: bool) -> None:
    """Raises InvalidFields if the order requires a phone number and has none."""
    if (cash_on_delivery or settings.phone_required) and not shopper.has_phone:
        raise InvalidFields(fields={"contact.phone": [message("required", "phoneNumber")]})


def _validate_address(
    address: AddressInput, settings: Settings, field: str = "address"
) -> PostalAddress:
    """Validate an address by the rules of its country. Raises InvalidFields."""
    parts = {name: getattr(address, name) for name in FIELD_NAMES}
    form, problems = normalize_address(PostalAddress(**parts), settings.phone_country_code)
    if problems:
        raise InvalidFields(fields=_prefixed(field, problems))
    return form


def _billing(
    address: AddressInput | None, to: PostalAddress | None, settings: Settings
) -> PostalAddress | None:
    """The billing address; None if it equals the delivery address. Raises InvalidFields."""
    billing = None if address is None else _validate_address(address, settings, "billingAddress")
    return None if billing == to else billing


def guest_shopper(
    contact: Contact | None,
    address: AddressInput | None,
    settings: Settings,
    *,
    billing: AddressInput | None = None,
) -> Shopper:
    """Validate a guest. Raises InvalidFields with the problems of contact and address together."""
    fields: dict[str, list[str]] = {}
    email = phone = to = None
    if contact is None or not (contact.email or contact.phone):
        fields |= required_error("contact.email")
    else:
        try:
            email, phone = _validate_contact(contact, settings)
        except InvalidFields as error:
            fields |= error.fields
    if address is not None:
        try:
            to = _validate_address(address, settings)
        except InvalidFields as error:
            fields |= error.fields
    if fields or contact is None:
        raise InvalidFields(fields=fields)
    return Shopper(
        customer_id=None,
        email=email,
        phone=phone,
        first_name=contact.first_name or (to.first_name if to else ""),
        last_name=contact.last_name or (to.last_name if to else ""),
        address=to,
        billing=_billing(billing, to, settings),
    )


async def customer_shopper(
    connection: Connection,
    customer_id: int,
    settings: Settings,
    *,
    contact: Contact | None,
    address: AddressInput | None,
    address_id: int | None,
    billing: AddressInput | None = None,
) -> Shopper:
    """Read a customer who orders to one of their addresses or to a new one.

    Raises Unauthorized, NotFound if `address_id` is not theirs, and InvalidFields.
    """
    row = await connection.fetchrow(CUSTOMER, customer_id, address_id)
    if row is None:
        raise Unauthorized
    to: PostalAddress | None
    if address is not None:
        to = _validate_address(address, settings)
    elif address_id is None:
        to = None
    elif not row["has_address"]:
        raise NotFound
    else:
        to = PostalAddress(
            name=row["name"],
            first_name=row["to_first_name"],
            last_name=row["to_last_name"],
            line1=row["line1"],
            line2=row["line2"],
            city=row["city"],
            state=row["state"],
            postal_code=row["postal_code"],
            country=row["country"],
            phone=row["to_phone"],
            company=row["company"],
            tax_id=row["tax_id"],
        )
    typed_email, typed_phone = _validate_contact(contact, settings) if contact else (None, None)
    email, phone = typed_email or row["email"], typed_phone or row["phone"]
    return Shopper(
        customer_id=customer_id,
        email=email,
        phone=phone,
        first_name=(contact and contact.first_name)
        or row["first_name"]
        or (to.first_name if to else ""),
        last_name=(contact and contact.last_name)
        or row["last_name"]
        or (to.last_name if to else ""),
        address=to,
        billing=_billing(billing, to, settings),
        contact_proven=email == row["email"] if email else phone == row["phone"],
    )


def _to_destination(place: Place, settings: Settings, tax_id: str = "") -> Destination:
    """Convert a partial address. The country defaults to the shop's."""
    country = (place.country or settings.country).upper()
    state = place.state or ""
    known = COUNTRIES.get(country)
    if known is not None:
        state = known.state_values.get(state.casefold(), state)
    return Destination(country, state, place.city or "", tax_id)


async def quote_destination(
    connection: Connection, customer_id: int | None, body: QuoteInput, settings: Settings
) -> Destination:
    """The destination of a quote: its address, one of the customer's, or the shop's country.

    A postal code alone belongs to the shop's country. Raises NotFound if `addressId` is not one of the
    customer's, and InvalidFields for an invalid postal code.
    """
    country = COUNTRIES.get(settings.country.upper())
    postal_code = " ".join((body.postal_code or "").upper().split())
    if postal_code and country and not country.accepts_postal_code(postal_code):
        raise InvalidFields(fields={"postalCode": [message("invalid", "postalCode")]})
    billed = body.billing_address
    billing_country = "" if billed is None else (billed.country or "").upper()
    if body.address is not None:
        to = _to_destination(body.address, settings, body.tax_id or "")
        return replace(to, billing_country=billing_country)
    if customer_id is not None and (body.postal_code is None or body.address_id is not None):
        row = await connection.fetchrow(DESTINATION, customer_id, body.address_id)
        if row is not None:
            tax_id = row["tax_id"] if body.tax_id is None and billed is None else body.tax_id
            return Destination(
                row["country"],
                row["state"] or "",
                row["city"] or "",
                tax_id or "",
                billing_country,
            )
    if body.address_id is not None:
        raise NotFound
    return _to_destination(Place(), settings, body.tax_id or "")
