"""The shop's own carriers, and its own tracking links for known ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.orders.queries.carriers import own_carriers
from stallage.orders.rules.parcels import CARRIERS, is_number_link
from stallage.orders.schemas.carriers import (
    CarrierSettings,
    CarriersInput,
    KnownCarrier,
    OwnCarrier,
)
from stallage.shop.actions.setting_changes import SettingsArea, register_area, save_area

PUT = """
    INSERT INTO carriers (name, tracking_url, offered) VALUES ($1, $2, $3)
    ON CONFLICT (lower(name)) DO UPDATE SET
        name = excluded.name, tracking_url = excluded.tracking_url, offered = excluded.offered
"""
REMOVE = "DELETE FROM carriers WHERE lower(name) = lower($1)"

NOT_A_LINK = "Enter an https link with {number} where the tracking number belongs."
TWICE = "There is a carrier with this name already."


async def put_carrier(
    connection: Connection, *, name: str, tracking_url: str, offered: bool = True
) -> None:
    """Add a carrier, or change the one of that name. Existing parcels keep their links."""
    await connection.execute(PUT, name, tracking_url, offered)


async def remove_carrier(connection: Connection, name: str) -> None:
    """Remove one of the shop's own carriers. A known carrier gets its usual link back."""
    await connection.execute(REMOVE, name)


async def save_carriers(connection: Connection, body: CarriersInput, if_match: str | None) -> None:
    """Replace the shop's own carriers. Raises PreconditionRequired, EditConflict and InvalidFields.

    Links that came from the shop's files or with this release stay valid as long as they stay the same.
    """
    accepted = {(name.casefold(), link) for name, link in CARRIERS.items()}
    for one in await own_carriers(connection):
        accepted.add((one.name.casefold(), one.tracking_url))
    problems: dict[str, list[str]] = {}
    names: set[str] = set()
    for place, carrier in enumerate(body.carriers):
        key = _key(carrier.name)
        if key in names:
            problems[f"carriers.{place}.name"] = [TWICE]
        names.add(key)
        link = carrier.tracking_url
        if (key, link) not in accepted and not is_number_link(link):
            problems[f"carriers.{place}.trackingUrl"] = [NOT_A_LINK]
    if problems:
        raise InvalidFields(fields=problems)
    await save_area(connection, CARRIERS_AREA, _values(body.carriers), if_match)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _values(carriers: list[OwnCarrier]) -> JsonObject:
    return {_key(one.name): one.model_dump(by_alias=True) for one in carriers}


async def _read(connection: Connection) -> JsonObject:
    return _values(await own_carriers(connection))


async def _write(connection: Connection, values: Mapping[str, Any]) -> None:
    for one in await own_carriers(connection):
        if _key(one.name) not in values:
            await remove_carrier(connection, one.name)
    for value in values.values():
        carrier = OwnCarrier.model_validate(value)
        await put_carrier(
            connection,
            name=" ".join(carrier.name.split()),
            tracking_url=carrier.tracking_url,
            offered=carrier.offered,
        )


async def _to_schema(_connection: Connection, values: JsonObject) -> CarrierSettings:
    return CarrierSettings(
        carriers=[OwnCarrier.model_validate(values[key]) for key in sorted(values)],
        known=[KnownCarrier(name=name, tracking_url=link) for name, link in CARRIERS.items()],
    )


CARRIERS_AREA = register_area(SettingsArea("carriers", _read, _write, _to_schema))
