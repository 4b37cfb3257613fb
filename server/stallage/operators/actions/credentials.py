"""What an operator signs in with: password, authenticator app, recovery codes, passkeys."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.operators.actions.challenges import (
    delete_challenge,
    lock_challenge,
    take_challenge,
)
from stallage.operators.actions.locking import LockedOperator, lock_operator
from stallage.operators.actions.sessions import end_sessions_of
from stallage.operators.drafts import Principal
from stallage.operators.errors import (
    ChallengeExpired,
    LastSignInMethod,
    ProofRefused,
    SecondFactorMissing,
    TooManyItems,
)
from stallage.operators.rules import passkeys, totp
from stallage.operators.rules.encryption import decrypt, encrypt
from stallage.operators.rules.passkeys import InvalidPasskey, NewPasskey, PasskeyOrigin
from stallage.operators.rules.sessions import MAX_PASSKEYS

STORE_HASH = "UPDATE operators SET password_hash = $2, updated_at = $3 WHERE id = $1"
SET_TOTP = """
UPDATE operators SET totp_secret = $2, totp_last_step = $3, updated_at = $4 WHERE id = $1
"""
REMOVE_HASH = "UPDATE operators SET password_hash = NULL, updated_at = $2 WHERE id = $1"
REMOVE_TOTP = """
UPDATE operators SET totp_secret = NULL, totp_last_step = NULL, updated_at = $2 WHERE id = $1
"""
DELETE_CODES = "DELETE FROM operator_recovery_codes WHERE operator_id = $1"
ADD_CODES = """
INSERT INTO operator_recovery_codes (operator_id, code_hash, created_at)
SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS hash
"""
CODES_LEFT = """
SELECT count(*) FROM operator_recovery_codes WHERE operator_id = $1 AND used_at IS NULL
"""
COUNT_PASSKEYS = "SELECT count(*) FROM operator_passkeys WHERE operator_id = $1"
# A passkey that exists already is somebody's: it is never moved to another operator.
ADD_PASSKEY = """
INSERT INTO operator_passkeys (operator_id, credential_id, public_key, sign_count, name, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (credential_id) DO NOTHING RETURNING id
"""
RENAME_PASSKEY = """
UPDATE operator_passkeys p SET name = $3
FROM (SELECT id, name FROM operator_passkeys WHERE id = $1 AND operator_id = $2 FOR UPDATE) old
WHERE p.id = old.id RETURNING old.name
"""
REMOVE_PASSKEY = """
DELETE FROM operator_passkeys WHERE id = $1 AND operator_id = $2 RETURNING name
"""


async def store_password(connection: Connection, operator_id: int, password_hash: str) -> None:
    """Store a password's hash."""
    await connection.execute(STORE_HASH, operator_id, password_hash, clock.now())


async def store_totp(
    connection: Connection, shop_secret: bytes, operator_id: int, secret: str, step: int
) -> None:
    """Store the secret of an authenticator app, and the step of its first code."""
    await connection.execute(SET_TOTP, operator_id, encrypt(shop_secret, secret), step, clock.now())


async def replace_recovery_codes(connection: Connection, operator_id: int) -> list[str]:
    """Replace an operator's recovery codes; return the new ones, which cannot be read again."""
    codes = totp.generate_recovery_codes()
    await connection.execute(DELETE_CODES, operator_id)
    hashes = [totp.hash_recovery_code(code) for code in codes]
    await connection.execute(ADD_CODES, operator_id, hashes, clock.now())
    return codes


async def store_passkey(
    connection: Connection, operator_id: int, passkey: NewPasskey, name: str
) -> int:
    """Store a verified passkey; return its id. Raises ProofRefused, TooManyItems."""
    if await connection.fetchval(COUNT_PASSKEYS, operator_id) >= MAX_PASSKEYS:
        raise TooManyItems
    found: int | None = await connection.fetchval(
        ADD_PASSKEY,
        operator_id,
        passkey.credential_id,
        passkey.public_key,
        passkey.sign_count,
        name,
        clock.now(),
    )
    if found is None:
        raise ProofRefused
    return found


def _subject(operator: LockedOperator) -> Subject:
    return Subject("operator", operator.id, operator.email)


async def change_password(connection: Connection, principal: Principal, password_hash: str) -> None:
    """Set a password and end all other sessions. Raises SecondFactorMissing."""
    operator = await lock_operator(connection, principal.operator_id)
    if not operator.has_totp:
        raise SecondFactorMissing
    await store_password(connection, operator.id, password_hash)
    await end_sessions_of(connection, operator.id, keep=principal.session_id)
    await record(connection, "operator.password_changed", _subject(operator))


async def remove_password(connection: Connection, principal: Principal) -> None:
    """Remove the password, for somebody who has a passkey. Raises LastSignInMethod."""
    operator = await lock_operator(connection, principal.operator_id)
    if not await connection.fetchval(COUNT_PASSKEYS, operator.id):
        raise LastSignInMethod
    await connection.execute(REMOVE_HASH, operator.id, clock.now())
    await record(connection, "operator.password_removed", _subject(operator))


async def confirm_totp(
    connection: Connection,
    shop_secrets: tuple[bytes, ...],
    principal: Principal,
    challenge: str,
    code: str,
) -> list[str]:
    """Set up an authenticator app with its first code; all other sessions end.

    Returns new recovery codes if none is left. Raises ChallengeExpired, ProofRefused.
    """
    operator = await lock_operator(connection, principal.operator_id)
    opened = await lock_challenge(connection, "totp", operator.id, challenge)
    secret = None if opened is None else decrypt(shop_secrets, opened.data)
    if secret is None:
        raise ChallengeExpired
    step = totp.accepted_step(secret, totp.clean_code(code), clock.now(), None)
    if step is None:
        raise ProofRefused
    await delete_challenge(connection, challenge)
    await store_totp(connection, shop_secrets[0], operator.id, secret, step)
    await end_sessions_of(connection, operator.id, keep=principal.session_id)
    await record(connection, "operator.totp_set", _subject(operator))
    if await connection.fetchval(CODES_LEFT, operator.id):
        return []
    return await replace_recovery_codes(connection, operator.id)


async def remove_totp(connection: Connection, principal: Principal) -> None:
    """Remove the authenticator app and recovery codes. Raises LastSignInMethod with a password."""
    operator = await lock_operator(connection, principal.operator_id)
    if operator.has_password:
        raise LastSignInMethod
    await connection.execute(REMOVE_TOTP, operator.id, clock.now())
    await connection.execute(DELETE_CODES, operator.id)
    await record(connection, "operator.totp_removed", _subject(operator))


async def renew_recovery_codes(connection: Connection, principal: Principal) -> list[str]:
    """Replace the recovery codes. Raises SecondFactorMissing without an authenticator app."""
    operator = await lock_operator(connection, principal.operator_id)
    if not operator.has_totp:
        raise SecondFactorMissing
    codes = await replace_recovery_codes(connection, operator.id)
    await record(connection, "operator.recovery_codes_created", _subject(operator))
    return codes


async def add_passkey(
    connection: Connection,
    principal: Principal,
    origin: PasskeyOrigin,
    challenge: str,
    *,
    response: JsonObject,
    name: str,
) -> None:
    """Add a passkey. Raises ChallengeExpired, ProofRefused, TooManyItems."""
    operator = await lock_operator(connection, principal.operator_id)
    expected = await take_challenge(connection, "passkey_new", operator.id, challenge)
    if expected is None:
        raise ChallengeExpired
    try:
        passkey = passkeys.verify_creation(origin, expected, response)
    except InvalidPasskey as error:
        raise ProofRefused from error
    await store_passkey(connection, operator.id, passkey, name)
    await record(connection, "operator.passkey_added", _subject(operator), after={"name": name})


async def rename_passkey(
    connection: Connection, principal: Principal, passkey_id: int, name: str
) -> None:
    """Give a passkey another name. Raises NotFound."""
    before = await connection.fetchval(RENAME_PASSKEY, passkey_id, principal.operator_id, name)
    if before is None:
        raise NotFound
    await record(
        connection,
        "operator.passkey_renamed",
        Subject("operator", principal.operator_id, principal.email),
        before={"name": before},
        after={"name": name},
    )


async def remove_passkey(connection: Connection, principal: Principal, passkey_id: int) -> None:
    """Remove a passkey; all other sessions end. Raises NotFound, LastSignInMethod."""
    operator = await lock_operator(connection, principal.operator_id)
    name = await connection.fetchval(REMOVE_PASSKEY, passkey_id, operator.id)
    if name is None:
        raise NotFound
    if not operator.has_password and not await connection.fetchval(COUNT_PASSKEYS, operator.id):
        raise LastSignInMethod
    await end_sessions_of(connection, operator.id, keep=principal.session_id)
    await record(connection, "operator.passkey_removed", _subject(operator), before={"name": name})
