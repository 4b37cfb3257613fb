"""The import of customers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.customers.rules.addresses import PostalAddress, normalize_address
from stallage.imports.drafts import (
    AppliedItem,
    Change,
    ImportRecord,
    ImportSource,
    PlannedItem,
    RecognisedFile,
    RowMessage,
    StoredItem,
    TargetField,
    UndoneItem,
)
from stallage.imports.operations.registry import ImportKind, register_kind
from stallage.moving_in.actions.customers import (
    plan_undo_of_customers,
    put_customer,
    undo_customer,
)
from stallage.moving_in.drafts import AddressDraft, CustomerDraft
from stallage.moving_in.formats.columns import recognise
from stallage.moving_in.formats.customers import CUSTOMER_FORMATS, EXPECTED, read_customers
from stallage.moving_in.queries.customers import KnownCustomer, known_customers


def _recognise(path: Path, _name: str) -> RecognisedFile:
    return recognise(CUSTOMER_FORMATS.values(), path, EXPECTED)


def _fields(name: str) -> tuple[TargetField, ...]:
    return CUSTOMER_FORMATS[name].targets()


def _read(runtime: Runtime, source: ImportSource) -> Iterator[ImportRecord]:
    settings = runtime.settings
    return read_customers(source, settings.time_zone, settings.phone_country_code)


async def _plan(
    runtime: Runtime,
    connection: Connection,
    records: Sequence[ImportRecord],
    _options: JsonObject,
) -> list[PlannedItem]:
    drafts = [CustomerDraft.model_validate(record.payload) for record in records]
    known = await known_customers(
        connection,
        [draft.email.lower() for draft in drafts],
        [draft.phone for draft in drafts if draft.phone],
    )
    country_code = runtime.settings.phone_country_code
    return [
        _planned(record, draft, known.get(draft.email.lower() or draft.phone), country_code)
        for record, draft in zip(records, drafts, strict=True)
    ]


def _planned(
    record: ImportRecord, draft: CustomerDraft, known: KnownCustomer | None, country_code: str
) -> PlannedItem:
    address, messages = _address(record, draft, country_code)
    payload: JsonObject = {
        "customer": draft.model_dump(mode="json"),
        "address": None if address is None else asdict(address),
    }
    if known is None:
        return PlannedItem("created", payload=payload, messages=messages)
    changes = _changes(draft, address, known)
    if not changes:
        return PlannedItem("unchanged", messages=messages)
    return PlannedItem("changed", changes, payload, messages)


def _changes(
    draft: CustomerDraft, address: PostalAddress | None, known: KnownCustomer
) -> tuple[Change, ...]:
    """Return what a customer who is here already gets: only what is missing."""
    changes: list[Change] = []
    name = f"{draft.first_name} {draft.last_name}".strip()
    if name and not (known.first_name or known.last_name):
        changes.append(Change("Name", "", "", "", name))
    stored = {tag.lower() for tag in known.tags}
    tags = [tag for tag in draft.tags if tag.lower() not in stored]
    if tags:
        changes.append(
            Change("Tags", "", "", ", ".join(known.tags), ", ".join([*known.tags, *tags]))
        )
    if address is not None and not known.has_address:
        changes.append(Change("Address", "", "", "", f"{address.line1}, {address.city or ''}"))
    if draft.accepts_marketing and draft.email and not known.has_decided:
        changes.append(Change("Newsletter", "", "", "", "Subscribed"))
    return tuple(changes)


def _address(
    record: ImportRecord, draft: CustomerDraft, country_code: str
) -> tuple[PostalAddress | None, tuple[RowMessage, ...]]:
    """Return the address as the shop stores it; one that is incomplete is left out with a warning."""
    if draft.address is None:
        return None, ()
    address, problems = normalize_address(_postal(draft.address), country_code)
    warnings: list[RowMessage] = []
    if problems.pop("phone", None):
        warnings.append(
            _warning(record, "The phone number of the address is left out.", draft.address.phone)
        )
    if not address.line1:
        problems["line1"] = ["A street is missing."]
    if problems:
        reasons = " ".join(text for texts in problems.values() for text in texts)
        warnings.append(_warning(record, f"The address is left out. {reasons}", ""))
        return None, tuple(warnings)
    return address, tuple(warnings)


def _warning(record: ImportRecord, text: str, value: str) -> RowMessage:
    return RowMessage("warning", record.line, text, value=value)


def _postal(address: AddressDraft) -> PostalAddress:
    return PostalAddress(
        name=None,
        first_name=address.first_name,
        last_name=address.last_name,
        line1=address.line1,
        line2=address.line2,
        city=address.city,
        state=address.state,
        postal_code=address.postal_code,
        country=address.country,
        phone=address.phone,
        company=address.company,
    )


async def _apply(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[AppliedItem]:
    return [await put_customer(connection, item) for item in items]


async def _plan_undo(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    return await plan_undo_of_customers(connection, items)


async def _undo(_runtime: Runtime, connection: Connection, item: StoredItem) -> UndoneItem:
    return await undo_customer(connection, item)


register_kind(
    ImportKind(
        name="customers",
        permissions=("customers.read", "customers.edit"),
        formats={one.id: one.name for one in CUSTOMER_FORMATS.values()},
        fields=_fields,
        recognise=_recognise,
        read=_read,
        plan=_plan,
        apply=_apply,
        plan_undo=_plan_undo,
        undo=_undo,
    )
)
