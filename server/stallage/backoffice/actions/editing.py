"""Change a customer's profile, contacts and tags for an operator."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.queries.profiles import profile_of
from stallage.backoffice.schemas.profiles import CustomerEdit, CustomerProfile
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.money import Currency
from stallage.customers.actions.editing import (
    ProfileChanges,
    change_profile,
    lock_for_operator,
    normalize_contacts,
)
from stallage.customers.queries import StoredCustomer
from stallage.settings import Settings
from stallage.signin.actions.contacts import change_contacts_for_operator


async def edit_customer(
    connection: Connection,
    settings: Settings,
    customer_id: int,
    edit: CustomerEdit,
    *,
    if_match: str | None,
    currency: Currency,
) -> CustomerProfile:
    """Change the fields that were sent.

    Raises NotFound, CustomerMerged, PreconditionRequired, EditConflict with the profile as it is now,
    InvalidFields, ContactInUse and LastContact.
    """
    stored = await lock_for_operator(connection, customer_id)
    check_match(if_match, stored.etag, await profile_of(connection, stored, currency))
    given = frozenset(edit.model_fields_set)
    changes = ProfileChanges(
        given=given,
        first_name=edit.first_name,
        last_name=edit.last_name,
        dob=edit.dob,
        gender=edit.gender,
        tags=edit.tags,
    )
    changed = await change_profile(connection, stored, changes, settings.time_zone)
    if given & {"email", "phone"}:
        email, phone = normalize_contacts(
            edit.email if "email" in given else stored.email,
            edit.phone if "phone" in given else stored.phone,
            settings.phone_country_code,
        )
        changed += await change_contacts_for_operator(connection, stored, email, phone)
    now = await lock_for_operator(connection, customer_id)
    if changed:
        await record(
            connection,
            "customer.changed",
            Subject("customer", customer_id, f"Customer {customer_id}"),
            before=_audited(stored, changed),
            after=_audited(now, changed),
        )
    return await profile_of(connection, now, currency)


def _audited(customer: StoredCustomer, changed: list[str]) -> dict[str, object]:
    """Return the changed fields for the audit log, which outlives an erasure: no personal data."""
    return {name: _masked(name, getattr(customer, name)) for name in changed}


def _masked(name: str, value: object) -> object:
    if name == "tags" or value is None:
        return value
    text = str(value)
    if name == "email":
        local, _, domain = text.partition("@")
        return f"{local[:1]}…@{domain[:1]}…"
    return f"…{text[-2:]}" if name == "phone" else f"{text[:1]}…"
