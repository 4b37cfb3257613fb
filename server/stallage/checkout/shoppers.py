"""Who orders and where it goes, each in its one form."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.checkout.quotes import Destination
from stallage.checkout.schemas import Contact, Place, QuoteInput
from stallage.core.db import Connection
from stallage.core.errors import Fields, InvalidFields, NotFound, Unauthorized
from stallage.core.validation import message, required_error
from stallage.customers.rules.addresses import COUNTRIES, PostalAddress, checked
from stallage.customers.rules.contacts import ContactRefused, email_address, phone_number
from stallage.customers.schemas import AddressInput
from stallage.settings import Settings
from stallage.signin.rules import Contact as ProvableContact

WHO = """
    SELECT c.email, c.phone, c.first_name, c.last_name, a.id IS NOT NULL AS has_address,
        a.name, a.first_name AS to_first_name, a.last_name AS to_last_name, a.line1, a.line2,
        a.city, a.state, a.postal_code, a.country, a.phone AS to_phone,
        a.company, a.tax_id
    FROM customers c LEFT JOIN addresses a ON a.customer_id = c.id AND a.id = $2
    WHERE c.id = $1 AND c.forgotten_at IS NULL
"""

DESTINATION = """
    SELECT country, state, city FROM addresses
    WHERE customer_id = $1 AND (id = $2 OR $2 IS NULL AND is_primary)
"""


@dataclass(frozen=True, slots=True)
class Shopper:
    """Who orders, how to reach them, and where it goes."""

    customer_id: int | None
    email: str | None
    phone: str | None
    first_name: str
    last_name: str
    address: PostalAddress | None
    """None where nothing is sent by parcel: an order of gift cards alone."""
    billing: PostalAddress | None
    """Whom the invoice is made out to; None: to `address`."""
    contact_proven: bool = False
    """Whether messages about the order go to somebody who has shown that the contact is theirs."""

    def destination(self, settings: Settings) -> Destination:
        """The address as far as prices depend on it; the shop's own country where there is none."""
        address = self.address
        if address is None:
            return _typed(Place(), settings)
        return Destination(address.country, address.state or "", address.city or "")

    @property
    def contact(self) -> ProvableContact:
        """Where messages about the order go."""
        return (
            ProvableContact(email=self.email) if self.email else ProvableContact(phone=self.phone)
        )

    @property
    def has_phone(self) -> bool:
        """Whether the courier can call."""
        return bool(self.phone or (self.address and self.address.phone))


def key_owner(customer_id: int | None, email: str | None, phone: str | None) -> str:
    """Whose an idempotency key is: an account's, or a guest's by their contact."""
    if customer_id is not None:
        return f"customer:{customer_id}"
    return (email or phone or "").lower()


def _below(field: str, fields: Fields) -> Fields:
    return {f"{field}.{name}": messages for name, messages in fields.items()}


def _reach(contact: Contact, settings: Settings) -> tuple[str | None, str | None]:
    """The contact's e-mail address and phone number. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    email = phone = None
    try:
        email = email_address(contact.email) if contact.email else None
    except ContactRefused:
        fields["contact.email"] = [message("email", "email")]
    try:
        phone = phone_number(contact.phone, settings.phone_country_code) if contact.phone else None
    except ContactRefused:
        fields["contact.phone"] = [message("phone", "phone")]
    if fields:
        raise InvalidFields(fields=fields)
    return email, phone


def check_phone(shopper: Shopper, settings: Settings, *, cash_on_delivery: bool) -> None:
    """Raises InvalidFields where the order needs a phone number and has none."""
    if (cash_on_delivery or settings.phone_required) and not shopper.has_phone:
        raise InvalidFields(fields={"contact.phone": [message("required", "phoneNumber")]})


def _postal(address: AddressInput, settings: Settings, field: str = "address") -> PostalAddress:
    """A typed address by its country's rules. Raises InvalidFields."""
    parts = address.model_dump(include=set(PostalAddress.__dataclass_fields__))
    form, problems = checked(PostalAddress(**parts), settings.phone_country_code)
    if problems:
        raise InvalidFields(fields=_below(field, problems))
    return form


def _billing(
    address: AddressInput | None, to: PostalAddress | None, settings: Settings
) -> PostalAddress | None:
    """A billing address that is not the delivery address. Raises InvalidFields."""
    billing = None if address is None else _postal(address, settings, "billingAddress")
    return None if billing == to else billing


def guest(
    contact: Contact | None,
    address: AddressInput | None,
    settings: Settings,
    *,
    billing: AddressInput | None = None,
) -> Shopper:
    """A guest who orders. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    if contact is None or not (contact.email or contact.phone):
        fields |= required_error("contact.email")
    if fields or contact is None:
        raise InvalidFields(fields=fields)
    email, phone = _reach(contact, settings)
    to = None if address is None else _postal(address, settings)
    return Shopper(
        customer_id=None,
        email=email,
        phone=phone,
        first_name=contact.first_name or (to.first_name if to else ""),
        last_name=contact.last_name or (to.last_name if to else ""),
        address=to,
        billing=_billing(billing, to, settings),
    )


async def customer(
    connection: Connection,
    customer_id: int,
    settings: Settings,
    *,
    contact: Contact | None,
    address: AddressInput | None,
    address_id: int | None,
    billing: AddressInput | None = None,
) -> Shopper:
    """A customer who orders, to one of their addresses or to another one.

    Raises Unauthorized, NotFound for an address that is not theirs, and InvalidFields.
    """
    row = await connection.fetchrow(WHO, customer_id, address_id)
    if row is None:
        raise Unauthorized
    to: PostalAddress | None
    if address is not None:
        to = _postal(address, settings)
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
    typed_email, typed_phone = _reach(contact, settings) if contact else (None, None)
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


def _typed(place: Place, settings: Settings) -> Destination:
    """What is known of a place so far; the shop's own country where none is named."""
    country = (place.country or settings.country).upper()
    state = place.state or ""
    known = COUNTRIES.get(country)
    if known is not None:
        state = known.state_values.get(state.casefold(), state)
    return Destination(country, state, place.city or "")


async def destination(
    connection: Connection, customer_id: int | None, asked: QuoteInput, settings: Settings
) -> Destination:
    """Where a quote is for: the address given, one of the customer's, or the shop's own country.

    A postal code alone is one of the shop's country. Raises NotFound for an address that is not theirs,
    and InvalidFields for a postal code that cannot be one.
    """
    country = COUNTRIES.get(settings.country.upper())
    postal_code = " ".join((asked.postal_code or "").upper().split())
    if postal_code and country and not country.takes_postal_code(postal_code):
        raise InvalidFields(fields={"postalCode": [message("invalid", "postalCode")]})
    if asked.address is not None:
        return _typed(asked.address, settings)
    if customer_id is not None and asked.postal_code is None:
        row = await connection.fetchrow(DESTINATION, customer_id, asked.address_id)
        if row is not None:
            return Destination(row["country"], row["state"] or "", row["city"] or "")
    if asked.address_id is not None:
        raise NotFound
    return _typed(Place(), settings)
