"""Signs operators in: the last step, and what is recorded of failures."""

from __future__ import annotations

from stallage.audit.actions import record_event
from stallage.audit.drafts import Subject
from stallage.core import clock, security_log
from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.core.devices import device_name
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.operators.actions import known_clients
from stallage.operators.actions.challenges import create_challenge
from stallage.operators.actions.locking import LockedOperator
from stallage.operators.actions.sessions import open_session
from stallage.operators.drafts import Browser, SignIn
from stallage.operators.errors import SignInRefused
from stallage.operators.events import NewBrowserSignedIn
from stallage.operators.queries.accounts import Credentials
from stallage.operators.rules.sessions import CHALLENGE

STORE_SIGN_IN = "UPDATE operators SET last_signed_in_at = $2 WHERE id = $1"
# The password may have been changed while it was compared.
CONFIRM_HASH = """
SELECT true FROM operators
WHERE id = $1 AND password_hash = $2 AND totp_secret IS NOT NULL AND disabled_at IS NULL FOR UPDATE
"""


async def accept_password(connection: Connection, account: Credentials) -> str:
    """Begin the second step after a right password; return its challenge. Raises SignInRefused."""
    if not await connection.fetchval(CONFIRM_HASH, account.operator_id, account.password_hash):
        raise SignInRefused
    return await create_challenge(connection, "second_factor", account.operator_id, b"", CHALLENGE)


async def finish_sign_in(
    connection: Connection, secret: bytes, operator: LockedOperator, browser: Browser, method: str
) -> SignIn:
    """Open a session for an operator whose row is locked. Raises SignInRefused if they are disabled."""
    if operator.is_disabled:
        raise SignInRefused
    identity = await known_clients.identify(connection, secret, operator.id, browser)
    is_new_device = identity.device is None and operator.has_signed_in
    device = await known_clients.remember(connection, secret, operator.id, browser)
    token = await open_session(connection, operator.id, browser.address, browser.agent)
    await connection.execute(STORE_SIGN_IN, operator.id, clock.now())
    await record_event(
        connection,
        "operator.signed_in",
        Subject("operator", operator.id, operator.email),
        actor=Actor("operator", operator.id, operator.name, browser.address),
        after={
            "method": method,
            "device": device_name(browser.agent),
            "isNewDevice": is_new_device,
        },
    )
    security_log.record("operator_signed_in", operator_id=operator.id, method=method)
    if is_new_device:
        await publish(
            connection,
            NewBrowserSignedIn(
                operator_id=operator.id,
                device=device_name(browser.agent),
                address=browser.address,
                at=clock.now(),
            ),
        )
    return SignIn(operator.id, token, device)


async def record_failure(
    connection: Connection, account: Credentials | None, browser: Browser, method: str
) -> None:
    """Record a failed sign-in. What a stranger typed as an email address is not stored."""
    security_log.record(
        "operator_sign_in_failed",
        operator_id=None if account is None else account.operator_id,
        method=method,
    )
    if account is None and await record_hits(
        connection, known_clients.STRANGERS_RECORDED.of("all")
    ):
        return
    await record_event(
        connection,
        "operator.sign_in_failed",
        Subject("operator", None, "unknown account")
        if account is None
        else Subject("operator", account.operator_id, account.email),
        actor=Actor("unknown", None, "unknown", browser.address),
        after={"method": method, "device": device_name(browser.agent)},
    )
