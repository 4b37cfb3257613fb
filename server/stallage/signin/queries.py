"""Queries of codes and sign-ins."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.devices import device_name
from stallage.customers.personal_data import export_section
from stallage.signin.rules import Purpose
from stallage.signin.schemas import Device

# A sign-in without a valid refresh token is over, although nobody ended it.
DEVICES = """
SELECT family, device, created_at, last_used_at FROM sign_ins s
WHERE customer_id = $1 AND ended_at IS NULL AND EXISTS (
    SELECT FROM refresh_tokens t
    WHERE t.family = s.family AND t.used_at IS NULL AND t.expires_at > $2
)
ORDER BY last_used_at DESC, family
"""

IS_CODE_VALID = """
SELECT EXISTS (
    SELECT FROM issued_codes
    WHERE purpose = $1 AND subject = $2 AND code_hash = $3 AND used_at IS NULL AND expires_at > $4
)
"""

ENDED_FAMILIES = """
SELECT family FROM ended_sign_ins
WHERE ended_at > clock_timestamp() - make_interval(secs => $1)
"""

SIGN_INS = """
SELECT device, created_at, last_used_at, ended_at FROM sign_ins
WHERE customer_id = $1 ORDER BY created_at
"""


async def devices_of(connection: Connection, customer_id: int, current_family: str) -> list[Device]:
    """Return the devices on which the customer is signed in, last used first."""
    return [
        Device.model_construct(
            id=row["family"],
            name=device_name(row["device"]),
            signed_in_at=row["created_at"],
            last_used_at=row["last_used_at"],
            is_current=row["family"] == current_family,
        )
        for row in await connection.fetch(DEVICES, customer_id, clock.now())
    ]


async def is_code_valid(
    connection: Connection, purpose: Purpose, subject: str, code_hash: bytes
) -> bool:
    """Whether a code can still be used: it was neither replaced nor used and has not expired."""
    is_valid: bool = await connection.fetchval(
        IS_CODE_VALID, purpose, subject, code_hash, clock.now()
    )
    return is_valid


async def ended_families(connection: Connection, seconds: float) -> list[str]:
    """Return the families of sign-ins that ended within the last `seconds`."""
    rows = await connection.fetch(ENDED_FAMILIES, seconds)
    return [row["family"] for row in rows]


@export_section("signIns")
async def exported_sign_ins(connection: Connection, customer_id: int) -> object:
    """Return the sign-ins for the export."""
    return [
        {
            name: value if isinstance(value, str | None) else value.isoformat()
            for name, value in row.items()
        }
        for row in await connection.fetch(SIGN_INS, customer_id)
    ]
