"""Carries an operator's account into a database whose rows are replaced, such as by an import.

Rows are carried as JSON, so that the tables may be those of an earlier release.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.operators.rules.encryption import decrypt, encrypt

_ACCOUNT = "SELECT to_jsonb(o)::text FROM operators o WHERE id = $1 AND disabled_at IS NULL"
_PASSKEYS = "SELECT to_jsonb(p)::text FROM operator_passkeys p WHERE operator_id = $1"
_CODES = "SELECT to_jsonb(c)::text FROM operator_recovery_codes c WHERE operator_id = $1"
_NAMESAKE = "SELECT id FROM operators WHERE lower(email) = lower($1)"
_TAKE_OVER = """
    UPDATE operators SET name = $2, role = 'owner', password_hash = $3, totp_secret = $4,
        totp_last_step = $5, disabled_at = NULL, updated_at = now()
    WHERE id = $1
"""
_DELETE_CODES = "DELETE FROM operator_recovery_codes WHERE operator_id = $1"
_COLUMNS = """
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'id'
"""


@dataclass(frozen=True, slots=True)
class CarriedAccount:
    """An account while its database is replaced. Never stored."""

    operator: JsonObject
    totp_secret: str | None
    """Decrypted; None without an authenticator app."""
    passkeys: Sequence[JsonObject]
    recovery_codes: Sequence[JsonObject]


async def take_along(
    connection: Connection, secrets: tuple[bytes, ...], operator_id: int
) -> CarriedAccount | None:
    """Read an account; None if it does not exist or is disabled."""
    row: str | None = await connection.fetchval(_ACCOUNT, operator_id)
    if row is None:
        return None
    operator: JsonObject = orjson.loads(row)
    sealed = operator.pop("totp_secret")
    return CarriedAccount(
        operator,
        None if sealed is None else decrypt(secrets, bytes.fromhex(str(sealed)[2:])),
        [orjson.loads(one[0]) for one in await connection.fetch(_PASSKEYS, operator_id)],
        [orjson.loads(one[0]) for one in await connection.fetch(_CODES, operator_id)],
    )


async def put_back(connection: Connection, secret: bytes, account: CarriedAccount) -> int:
    """Write the account as an owner and return its id.

    An account with the same email address becomes this one: it keeps its passkeys and gets the password,
    authenticator app, recovery codes and passkeys that work now.
    """
    totp = None if account.totp_secret is None else encrypt(secret, account.totp_secret)
    operator = account.operator
    operator_id: int | None = await connection.fetchval(_NAMESAKE, operator["email"])
    if operator_id is None:
        sealed = None if totp is None else f"\\x{totp.hex()}"
        row = {**operator, "role": "owner", "totp_secret": sealed}
        await _insert(connection, "operators", [row])
        operator_id = int(await connection.fetchval(_NAMESAKE, operator["email"]))
    else:
        await connection.execute(
            _TAKE_OVER,
            operator_id,
            operator["name"],
            operator["password_hash"],
            totp,
            operator["totp_last_step"],
        )
        await connection.execute(_DELETE_CODES, operator_id)
    for table, rows in (
        ("operator_passkeys", account.passkeys),
        ("operator_recovery_codes", account.recovery_codes),
    ):
        await _insert(connection, table, [{**one, "operator_id": operator_id} for one in rows])
    return operator_id


async def _insert(connection: Connection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, without the columns that the table does not have."""
    if not rows:
        return
    known = [row[0] for row in await connection.fetch(_COLUMNS, table)]
    columns = ", ".join(f'"{name}"' for name in known if name in rows[0])
    await connection.execute(
        f"INSERT INTO {table} ({columns}) SELECT {columns}"
        f" FROM jsonb_populate_recordset(NULL::{table}, $1::text::jsonb) ON CONFLICT DO NOTHING",
        orjson.dumps(rows).decode(),
    )
