"""Second steps: the code after a password, a passkey, and verifications within a session.

They return None for wrong credentials instead of raising: the failure must be committed.
"""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import security_log
from stallage.core.db import Connection
from stallage.core.errors import TooMany
from stallage.core.json_types import JsonObject
from stallage.core.rate_limits import record_hits
from stallage.operators.actions import known_clients
from stallage.operators.actions.challenges import (
    delete_challenge,
    fail_challenge,
    lock_challenge,
    operator_of_challenge,
    take_challenge,
)
from stallage.operators.actions.locking import lock_operator
from stallage.operators.actions.sessions import rotate_session
from stallage.operators.actions.sign_in import finish_sign_in, record_failure
from stallage.operators.actions.verification import (
    count_failure,
    find_passkey,
    require_tries,
    use_code,
    use_passkey,
)
from stallage.operators.drafts import Browser, Principal, SignIn
from stallage.operators.errors import ChallengeExpired
from stallage.operators.queries.accounts import Credentials, find_by_id
from stallage.operators.rules.passkeys import PasskeyOrigin


async def sign_in_with_code(
    connection: Connection,
    secrets: tuple[bytes, ...],
    challenge: str,
    code: str,
    browser: Browser,
) -> SignIn | None:
    """Sign in with a code after a password. Raises ChallengeExpired, TooMany, SignInRefused."""
    operator_id = await operator_of_challenge(connection, "second_factor", challenge)
    if operator_id is None:
        raise ChallengeExpired
    operator = await lock_operator(connection, operator_id)
    opened = await lock_challenge(connection, "second_factor", operator_id, challenge)
    if opened is None:
        raise ChallengeExpired
    identity = await known_clients.identify(connection, secrets[0], operator_id, browser)
    hits = known_clients.code_hits(identity, operator_id)
    await require_tries(connection, hits)
    method = await use_code(connection, secrets, operator_id, code, allow_recovery=True)
    if method is None:
        await fail_challenge(connection, challenge, opened)
        await count_failure(connection, hits)
        account = await find_by_id(connection, operator_id)
        await record_failure(connection, account, browser, "code")
        return None
    await delete_challenge(connection, challenge)
    return await finish_sign_in(connection, secrets[0], operator, browser, method)


async def sign_in_with_passkey(
    connection: Connection,
    secret: bytes,
    origin: PasskeyOrigin,
    challenge: str,
    *,
    response: JsonObject,
    browser: Browser,
) -> SignIn | None:
    """Sign in with a passkey. Raises ChallengeExpired, SignInRefused."""
    expected = await take_challenge(connection, "passkey_sign_in", None, challenge)
    if expected is None:
        raise ChallengeExpired
    passkey = await find_passkey(connection, response)
    account: Credentials | None = None
    if passkey is not None:
        operator = await lock_operator(connection, passkey.operator_id)
        account = await find_by_id(connection, operator.id)
        if not operator.is_disabled and await use_passkey(
            connection, origin, expected, response, operator.id
        ):
            return await finish_sign_in(connection, secret, operator, browser, "passkey")
    await record_failure(connection, account, browser, "passkey")
    return None


async def verify_again(
    connection: Connection,
    secrets: tuple[bytes, ...],
    principal: Principal,
    token: str,
    *,
    is_password: bool,
    code: str | None,
    passkey: tuple[PasskeyOrigin, str, JsonObject] | None,
) -> str | None:
    """Prove the identity of a signed-in operator again; return the session's new cookie.

    `is_password` is whether the right password was sent; `passkey` has a challenge and the browser's
    response. Raises TooMany, ChallengeExpired, OperatorUnauthorized.
    """
    operator = await lock_operator(connection, principal.operator_id)
    wait_seconds = await record_hits(
        connection, known_clients.VERIFICATIONS.of(principal.session_id)
    )
    if wait_seconds is not None:
        raise TooMany(wait_seconds)
    method: str | None = "password" if is_password else None
    if code is not None:
        method = await use_code(connection, secrets, operator.id, code, allow_recovery=False)
    elif passkey is not None:
        origin, challenge, response = passkey
        expected = await take_challenge(connection, "passkey_proof", operator.id, challenge)
        if expected is None:
            raise ChallengeExpired
        if await use_passkey(connection, origin, expected, response, operator.id):
            method = "passkey"
    subject = Subject("operator", operator.id, operator.email)
    if method is None:
        security_log.record("operator_proof_failed", operator_id=operator.id)
        await record(connection, "operator.proof_failed", subject)
        return None
    await record(connection, "operator.verified", subject, after={"method": method})
    return await rotate_session(connection, principal, token)
