"""One-time links: invitations, and resets of everything that somebody signs in with."""

from __future__ import annotations

import secrets

from stallage.audit.actions import record, record_event
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.operators.actions.challenges import lock_challenge, take_challenge
from stallage.operators.actions.credentials import (
    replace_recovery_codes,
    store_passkey,
    store_password,
    store_totp,
)
from stallage.operators.actions.known_clients import forget_clients_of
from stallage.operators.actions.locking import LockedOperator, lock_operator
from stallage.operators.actions.sessions import end_sessions_of
from stallage.operators.actions.sign_in import finish_sign_in
from stallage.operators.drafts import Browser, Link, SignIn
from stallage.operators.errors import ChallengeExpired, LinkInvalid, MemberDisabled, ProofRefused
from stallage.operators.queries import hash_token
from stallage.operators.queries.accounts import find_link
from stallage.operators.rules import passkeys, totp
from stallage.operators.rules.encryption import decrypt
from stallage.operators.rules.passkeys import InvalidPasskey, PasskeyOrigin
from stallage.operators.rules.sessions import LINK, link_token

STORE = """
INSERT INTO operator_links (operator_id, token_hash, purpose, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (operator_id) DO UPDATE SET token_hash = excluded.token_hash, purpose = excluded.purpose,
    created_at = excluded.created_at, expires_at = excluded.expires_at
"""
USE = "DELETE FROM operator_links WHERE token_hash = $1 AND expires_at > $2 RETURNING purpose"
SET_NAME = "UPDATE operators SET name = $2, updated_at = $3 WHERE id = $1"
REMOVE_SIGN_IN = """
UPDATE operators SET password_hash = NULL, totp_secret = NULL, totp_last_step = NULL, updated_at = $2
WHERE id = $1
"""
REMOVE_PASSKEYS = "DELETE FROM operator_passkeys WHERE operator_id = $1"
REMOVE_CODES = "DELETE FROM operator_recovery_codes WHERE operator_id = $1"
REVOKE_TOKENS = """
UPDATE operator_tokens SET revoked_at = $2
WHERE operator_id = $1 AND kind = 'personal' AND revoked_at IS NULL
"""


async def issue_link(
    connection: Connection, secret: bytes, operator: LockedOperator, purpose: str
) -> Link:
    """Create a link for an operator; an earlier one stops working. Raises MemberDisabled."""
    if operator.is_disabled:
        raise MemberDisabled
    nonce = secrets.token_hex(16)
    token = link_token(secret, nonce)
    now = clock.now()
    await connection.execute(STORE, operator.id, hash_token(token), purpose, now, now + LINK)
    await record(
        connection,
        "operator.link_issued",
        Subject("operator", operator.id, operator.email),
        after={"purpose": purpose},
    )
    return Link(operator.id, token, nonce, now + LINK)


async def reset_operator(connection: Connection, secret: bytes, operator: LockedOperator) -> Link:
    """Remove everything an operator signs in with, end their sessions, and create a link."""
    now = clock.now()
    link = await issue_link(connection, secret, operator, "reset")
    await connection.execute(REMOVE_SIGN_IN, operator.id, now)
    await connection.execute(REMOVE_PASSKEYS, operator.id)
    await connection.execute(REMOVE_CODES, operator.id)
    await connection.execute(REVOKE_TOKENS, operator.id, now)
    await forget_clients_of(connection, operator.id)
    await end_sessions_of(connection, operator.id)
    await record(connection, "operator.reset", Subject("operator", operator.id, operator.email))
    return link


async def _use_link(connection: Connection, token: str, name: str) -> LockedOperator:
    """Use a link up. Raises LinkInvalid, also if it was used at the same moment."""
    link = await find_link(connection, token)
    if link is None:
        raise LinkInvalid
    operator = await lock_operator(connection, link.operator_id)
    purpose = await connection.fetchval(USE, hash_token(token), clock.now())
    if purpose is None or operator.is_disabled:
        raise LinkInvalid
    await connection.execute(SET_NAME, operator.id, name, clock.now())
    await record_event(
        connection,
        "operator.link_used",
        Subject("operator", operator.id, operator.email),
        actor=Actor("operator", operator.id, name),
        after={"purpose": purpose},
    )
    return operator


async def accept_with_password(
    connection: Connection,
    shop_secrets: tuple[bytes, ...],
    token: str,
    *,
    name: str,
    password_hash: str,
    challenge: str,
    code: str,
    browser: Browser,
) -> SignIn:
    """Set a password and an authenticator app, and sign in.

    Raises LinkInvalid, ChallengeExpired, and ProofRefused for a wrong code; the link stays valid then.
    """
    operator = await _use_link(connection, token, name)
    opened = await lock_challenge(connection, "totp", operator.id, challenge)
    secret = None if opened is None else decrypt(shop_secrets, opened.data)
    if secret is None:
        raise ChallengeExpired
    step = totp.accepted_step(secret, totp.clean_code(code), clock.now(), None)
    if step is None:
        raise ProofRefused
    await store_totp(connection, shop_secrets[0], operator.id, secret, step)
    await store_password(connection, operator.id, password_hash)
    codes = await replace_recovery_codes(connection, operator.id)
    await end_sessions_of(connection, operator.id)
    return await _finish(connection, shop_secrets[0], operator, browser, codes)


async def accept_with_passkey(
    connection: Connection,
    secret: bytes,
    origin: PasskeyOrigin,
    token: str,
    *,
    name: str,
    challenge: str,
    response: JsonObject,
    passkey_name: str,
    browser: Browser,
) -> SignIn:
    """Store a passkey, and sign in. Raises LinkInvalid, ChallengeExpired, ProofRefused."""
    operator = await _use_link(connection, token, name)
    expected = await take_challenge(connection, "passkey_new", operator.id, challenge)
    if expected is None:
        raise ChallengeExpired
    try:
        passkey = passkeys.verify_creation(origin, expected, response)
    except InvalidPasskey as error:
        raise ProofRefused from error
    await store_passkey(connection, operator.id, passkey, passkey_name)
    await end_sessions_of(connection, operator.id)
    return await _finish(connection, secret, operator, browser, [])


async def _finish(
    connection: Connection,
    secret: bytes,
    operator: LockedOperator,
    browser: Browser,
    codes: list[str],
) -> SignIn:
    signed_in = await finish_sign_in(connection, secret, operator, browser, "link")
    return SignIn(signed_in.operator_id, signed_in.token, signed_in.device, tuple(codes))
