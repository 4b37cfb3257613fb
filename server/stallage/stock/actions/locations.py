"""Adds, changes and removes the locations of units. At least one exists, and one is the default.

Removing a location keeps its row, since its movements refer to it; it can be restored.
"""

from __future__ import annotations

from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.stock.drafts import LocationDraft, LockedLocation
from stallage.stock.errors import LocationInUse
from stallage.stock.rules import LOCATIONS_LOCK

ADD = """
    INSERT INTO stock_locations (name, address, priority) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING RETURNING id
"""
CHANGE = """
    UPDATE stock_locations SET name = $2, address = $3, priority = $4, version = version + 1
    WHERE id = $1
"""
IS_TAKEN = "SELECT EXISTS (SELECT FROM stock_locations WHERE lower(name) = lower($1) AND id <> $2)"
BY_NAME = "SELECT id FROM stock_locations WHERE lower(name) = lower($1)"
MAIN = "SELECT id FROM stock_locations WHERE is_default"
# Waits for changes of units at locations, which hold this lock in share mode. The rows themselves are not
# locked against them, since each movement refers to a location.
LOCK = f"SELECT pg_advisory_xact_lock({LOCATIONS_LOCK})"
ONE = """
    SELECT id, name, address, priority, is_default, active FROM stock_locations WHERE id = $1
"""
HAS_UNITS = "SELECT EXISTS (SELECT FROM stock_levels WHERE location_id = $1 AND on_hand > 0)"
SET_ACTIVE = "UPDATE stock_locations SET active = $2, version = version + 1 WHERE id = $1"
CLEAR_DEFAULT = """
    UPDATE stock_locations SET is_default = false, version = version + 1
    WHERE is_default AND id <> $1
"""
SET_DEFAULT = """
    UPDATE stock_locations SET is_default = true, version = version + 1
    WHERE id = $1 AND NOT is_default
"""


async def main_location(connection: Connection) -> int:
    """The id of the default location."""
    return int(await connection.fetchval(MAIN))


async def add_location(connection: Connection, draft: LocationDraft) -> int:
    """Add a location and return its id. Raises InvalidFields if the name is taken."""
    location_id = await connection.fetchval(ADD, draft.name, draft.address, draft.priority)
    if location_id is None:
        raise _name_taken()
    await record(connection, "stock.location_added", _subject(location_id, draft.name))
    return int(location_id)


async def put_location(connection: Connection, draft: LocationDraft, *, is_default: bool) -> None:
    """Create or change the location of this name, and bring it back if it was removed.

    The default location stays the default until another one becomes it.
    """
    found = await connection.fetchrow(BY_NAME, draft.name)
    location_id = await add_location(connection, draft) if found is None else int(found["id"])
    before = await lock_location(connection, location_id)
    if not before.active:
        await restore_location(connection, location_id)
    if found is not None or is_default:
        is_default = is_default or before.is_default
        await change_location(connection, location_id, draft, is_default=is_default)


async def lock_location(connection: Connection, location_id: int) -> LockedLocation:
    """Lock all locations until the transaction ends, and return one. Raises NotFound."""
    await connection.execute(LOCK)
    row = await connection.fetchrow(ONE, location_id)
    if row is None:
        raise NotFound("There is no such location.")
    return LockedLocation(**dict(row))


async def change_location(
    connection: Connection, location_id: int, draft: LocationDraft, *, is_default: bool
) -> None:
    """Change a location. To choose another default, make that one the default.

    Raises NotFound, InvalidFields if the name is taken, and LocationInUse.
    """
    before = await lock_location(connection, location_id)
    if before.is_default and not is_default:
        raise LocationInUse("Make another location the default first.")
    if is_default and not before.active:
        raise LocationInUse("A removed location cannot be the default.")
    if await connection.fetchval(IS_TAKEN, draft.name, location_id):
        raise _name_taken()
    await connection.execute(CHANGE, location_id, draft.name, draft.address, draft.priority)
    if is_default:
        await connection.execute(CLEAR_DEFAULT, location_id)
        await connection.execute(SET_DEFAULT, location_id)
    await record(
        connection,
        "stock.location_changed",
        _subject(location_id, draft.name),
        before=_values(before),
        after={
            "name": draft.name,
            "address": draft.address,
            "priority": draft.priority,
            "is_default": is_default,
        },
    )


async def remove_location(connection: Connection, location_id: int) -> None:
    """Remove a location without units. Raises NotFound and LocationInUse."""
    before = await lock_location(connection, location_id)
    if before.is_default:
        raise LocationInUse("Make another location the default first.")
    if await connection.fetchval(HAS_UNITS, location_id):
        raise LocationInUse
    await connection.execute(SET_ACTIVE, location_id, False)
    await record(connection, "stock.location_removed", _subject(location_id, before.name))


async def restore_location(connection: Connection, location_id: int) -> None:
    """Bring back a removed location. Raises NotFound."""
    before = await lock_location(connection, location_id)
    await connection.execute(SET_ACTIVE, location_id, True)
    await record(connection, "stock.location_restored", _subject(location_id, before.name))


def _subject(location_id: int, name: str) -> Subject:
    return Subject("stock_location", location_id, name)


def _values(location: LockedLocation) -> dict[str, Any]:
    return {
        "name": location.name,
        "address": location.address,
        "priority": location.priority,
        "is_default": location.is_default,
    }


def _name_taken() -> InvalidFields:
    return InvalidFields(fields={"name": ["Another location has this name."]})
