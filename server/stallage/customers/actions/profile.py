"""Change a customer's profile."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, Unauthorized
from stallage.core.validation import message
from stallage.customers.rules.profile import is_birthday, merge_newest_first
from stallage.customers.schemas import ProfileInput

UPDATE = """
UPDATE customers SET
    first_name = CASE WHEN 'first_name' = ANY($2) THEN $3 ELSE first_name END,
    last_name = CASE WHEN 'last_name' = ANY($2) THEN $4 ELSE last_name END,
    dob = CASE WHEN 'dob' = ANY($2) THEN $5 ELSE dob END,
    gender = CASE WHEN 'gender' = ANY($2) THEN $6 ELSE gender END
WHERE id = $1 AND forgotten_at IS NULL
RETURNING id
"""

SET_AVATAR = """
UPDATE customers SET avatar = $2 WHERE id = $1 AND forgotten_at IS NULL RETURNING id
"""

FILL_NAMES = """
UPDATE customers SET
    first_name = coalesce(first_name, $2), last_name = coalesce(last_name, $3)
WHERE id = $1 AND forgotten_at IS NULL AND (first_name IS NULL AND $2::text IS NOT NULL
    OR last_name IS NULL AND $3::text IS NOT NULL)
"""

LOCK_VIEWED = """
SELECT recently_viewed_sku_ids FROM customers
WHERE id = $1 AND forgotten_at IS NULL FOR NO KEY UPDATE
"""

SET_VIEWED = "UPDATE customers SET recently_viewed_sku_ids = $2 WHERE id = $1"


async def update_profile(
    connection: Connection, customer_id: int, changes: ProfileInput, time_zone: str
) -> None:
    """Change the fields that were sent. Raises InvalidFields, Unauthorized."""
    today = clock.now().astimezone(ZoneInfo(time_zone)).date()
    if changes.dob is not None and not is_birthday(changes.dob, today):
        raise InvalidFields(fields={"dob": [message("invalid", "dateOfBirth")]})
    changed = await connection.fetchval(
        UPDATE,
        customer_id,
        list(changes.model_fields_set),
        changes.first_name,
        changes.last_name,
        changes.dob,
        changes.gender,
    )
    if changed is None:
        raise Unauthorized


async def set_avatar(connection: Connection, customer_id: int, picture: object | None) -> None:
    """Set or remove the customer's avatar. Raises Unauthorized."""
    if await connection.fetchval(SET_AVATAR, customer_id, picture) is None:
        raise Unauthorized


async def fill_names(
    connection: Connection, customer_id: int, first_name: str | None, last_name: str | None
) -> None:
    """Set the names that came with a sign-in, unless the customer has some."""
    await connection.execute(FILL_NAMES, customer_id, first_name, last_name)


async def save_recently_viewed(
    connection: Connection, customer_id: int, newest_first: list[int], limit: int
) -> list[int]:
    """Put SKU ids before those viewed earlier, without duplicates; return the whole list.

    Raises Unauthorized if the customer was forgotten.
    """
    seen = await connection.fetchval(LOCK_VIEWED, customer_id)
    if seen is None:
        raise Unauthorized
    merged = merge_newest_first(newest_first, seen, limit)
    if merged != seen:
        await connection.execute(SET_VIEWED, customer_id, merged)
    return merged


async def remove_recently_viewed(
    connection: Connection, customer_id: int, sku_id: int | None = None
) -> list[int]:
    """Remove a SKU id from those viewed, or all if none is given; return what remains."""
    seen = await connection.fetchval(LOCK_VIEWED, customer_id)
    if seen is None:
        raise Unauthorized
    remaining = [] if sku_id is None else [each for each in seen if each != sku_id]
    if remaining != seen:
        await connection.execute(SET_VIEWED, customer_id, remaining)
    return remaining
