"""Changes of a customer that an operator makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message
from stallage.customers.errors import ContactInUse, CustomerMerged, LastContact
from stallage.customers.queries import StoredCustomer, stored_customer
from stallage.customers.rules.contacts import InvalidContact, email_address, phone_number
from stallage.customers.rules.profile import is_birthday

LOCK = "SELECT 1 FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR NO KEY UPDATE"

UPDATE = """
UPDATE customers SET first_name = $2, last_name = $3, dob = $4, gender = $5, tags = $6
WHERE id = $1
"""
SET_CONTACTS = "UPDATE customers SET email = $2, phone = $3 WHERE id = $1"
OWNER = """
SELECT coalesce(merged_into, id) FROM customers
WHERE id <> $1 AND (lower(email) = lower($2) OR phone = $3) ORDER BY id LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class ProfileChanges:
    """Fields to change; those that are not in `given` stay."""

    given: frozenset[str]
    first_name: str | None = None
    last_name: str | None = None
    dob: date | None = None
    gender: str | None = None
    tags: list[str] = field(default_factory=list)

    def pick(self, name: str, stored: Any) -> Any:
        """Return the new value of a field, or the stored one if it was not given."""
        return getattr(self, name) if name in self.given else stored


async def lock_for_operator(connection: Connection, customer_id: int) -> StoredCustomer:
    """Lock a customer. Raises NotFound, and CustomerMerged if it was merged into another."""
    await connection.execute(LOCK, customer_id)
    stored = await stored_customer(connection, customer_id)
    if stored is None:
        raise NotFound("There is no such customer.")
    if stored.merged_into is not None:
        raise CustomerMerged(mergedInto=stored.merged_into)
    return stored


def normalize_tags(tags: list[str]) -> list[str]:
    """Return tags without blanks and duplicates, whatever their case, sorted."""
    by_name = {tag.strip().lower(): tag.strip() for tag in tags if tag.strip()}
    return sorted(by_name.values(), key=str.lower)


async def change_profile(
    connection: Connection, stored: StoredCustomer, changes: ProfileChanges, time_zone: str
) -> list[str]:
    """Change fields of a locked customer; return the names of those that differ.

    Raises InvalidFields.
    """
    dob = changes.pick("dob", stored.dob)
    today = clock.now().astimezone(ZoneInfo(time_zone)).date()
    if dob is not None and not is_birthday(dob, today):
        raise InvalidFields(fields={"dob": [message("invalid", "dateOfBirth")]})
    values = {
        "first_name": changes.pick("first_name", stored.first_name),
        "last_name": changes.pick("last_name", stored.last_name),
        "dob": dob,
        "gender": changes.pick("gender", stored.gender),
        "tags": normalize_tags(changes.pick("tags", stored.tags)),
    }
    await connection.execute(UPDATE, stored.id, *values.values())
    return [name for name, value in values.items() if value != getattr(stored, name)]


def normalize_contacts(
    email: str | None, phone: str | None, country_code: str
) -> tuple[str | None, str | None]:
    """Return contacts as they are stored. Raises InvalidFields."""
    problems: dict[str, list[str]] = {}
    if email:
        try:
            email = email_address(email)
        except InvalidContact:
            problems["email"] = [message("email", "email")]
    if phone:
        try:
            phone = phone_number(phone, country_code)
        except InvalidContact:
            problems["phone"] = [message("phone", "phone")]
    if problems:
        raise InvalidFields(fields=problems)
    return email or None, phone or None


async def set_contacts(
    connection: Connection, stored: StoredCustomer, email: str | None, phone: str | None
) -> None:
    """Set the contacts of a locked customer, as stored. Raises ContactInUse and LastContact."""
    if email is None and phone is None:
        raise LastContact
    new_email = email if (email or "").lower() != (stored.email or "").lower() else None
    new_phone = phone if phone != stored.phone else None
    if new_email or new_phone:
        owner = await connection.fetchval(OWNER, stored.id, new_email, new_phone)
        if owner is not None:
            raise ContactInUse(customerId=owner)
    await connection.execute(SET_CONTACTS, stored.id, email, phone)
