"""Checks codes and passkeys. Callers hold the lock of the operator's row and commit failures too."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import TooMany
from stallage.core.json_types import JsonObject
from stallage.core.rate_limits import Hit, is_limit_reached, record_hits
from stallage.operators.rules import passkeys, totp
from stallage.operators.rules.encryption import decrypt, encrypt
from stallage.operators.rules.passkeys import InvalidPasskey, PasskeyOrigin

TOTP = "SELECT totp_secret, totp_last_step FROM operators WHERE id = $1"
# Encrypted again, so that a secret of the shop that was replaced is no longer needed.
STORE_STEP = "UPDATE operators SET totp_last_step = $2, totp_secret = $3 WHERE id = $1"
USE_RECOVERY_CODE = """
UPDATE operator_recovery_codes SET used_at = $3
WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING true
"""
PASSKEY = """
SELECT id, operator_id, public_key, sign_count FROM operator_passkeys WHERE credential_id = $1
"""
STORE_COUNT = "UPDATE operator_passkeys SET sign_count = $2, last_used_at = $3 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey that a browser's response claims to be of."""

    id: int
    operator_id: int
    public_key: bytes
    sign_count: int


async def use_code(
    connection: Connection,
    secrets: tuple[bytes, ...],
    operator_id: int,
    code: str,
    *,
    allow_recovery: bool,
) -> str | None:
    """Use a code of the authenticator app or a recovery code, each once.

    Returns `totp` or `recovery_code`, or None if it is wrong.
    """
    code = totp.clean_code(code)
    row = await connection.fetchrow(TOTP, operator_id)
    if row is None or row["totp_secret"] is None:
        return None
    secret = decrypt(secrets, row["totp_secret"])
    if secret is not None:
        step = totp.accepted_step(secret, code, clock.now(), row["totp_last_step"])
        if step is not None:
            await connection.execute(STORE_STEP, operator_id, step, encrypt(secrets[0], secret))
            return "totp"
    if allow_recovery and await connection.fetchval(
        USE_RECOVERY_CODE, operator_id, totp.hash_recovery_code(code), clock.now()
    ):
        return "recovery_code"
    return None


async def require_tries(connection: Connection, hits: tuple[Hit, ...]) -> None:
    """Raise TooMany if one of these limits is reached. Counts nothing."""
    for hit in hits:
        if await is_limit_reached(connection, hit):
            raise TooMany(min(hit.within_seconds, 900))


async def count_failure(connection: Connection, hits: tuple[Hit, ...]) -> None:
    """Count a wrong code."""
    await record_hits(connection, *hits)


async def find_passkey(connection: Connection, response: JsonObject) -> StoredPasskey | None:
    """Return the passkey that a response names, or None."""
    try:
        credential_id = passkeys.credential_id_of(response)
    except InvalidPasskey:
        return None
    row = await connection.fetchrow(PASSKEY, credential_id)
    return None if row is None else StoredPasskey(*row.values())


async def use_passkey(
    connection: Connection,
    origin: PasskeyOrigin,
    challenge: bytes,
    response: JsonObject,
    operator_id: int,
) -> bool:
    """Verify that a passkey of this operator signed the challenge, and store its counter."""
    passkey = await find_passkey(connection, response)
    if passkey is None or passkey.operator_id != operator_id:
        return False
    try:
        count = passkeys.verify_assertion(
            origin, challenge, response, passkey.public_key, passkey.sign_count
        )
    except InvalidPasskey:
        return False
    await connection.execute(STORE_COUNT, passkey.id, count, clock.now())
    return True
