"""Creates the first owner of a shop from the link that `stallage serve` prints."""

from __future__ import annotations

from stallage.audit.actions import record_event
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.operators.actions.accounts import create_operator
from stallage.operators.actions.links import issue_link
from stallage.operators.actions.locking import lock_operator
from stallage.operators.drafts import Link
from stallage.operators.errors import FirstOwnerRefused
from stallage.operators.queries.team import awaits_owner

LOCK = "LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE"
# `awaits_owner` has made sure that there is one row at most.
PENDING = """
UPDATE operators SET email = $1, name = $2, updated_at = $3 RETURNING id
"""


async def create_first_owner(connection: Connection, secret: bytes, email: str, name: str) -> Link:
    """Create the owner and return the link with which they set up their sign-in.

    An owner who left before that starts again, with another email address if they mistyped it.
    Raises FirstOwnerRefused if somebody can sign in already.
    """
    # Two people with the link must not both become owners.
    await connection.execute(LOCK)
    if not await awaits_owner(connection):
        raise FirstOwnerRefused
    operator_id = await connection.fetchval(PENDING, email, name, clock.now())
    if operator_id is None:
        operator_id = await create_operator(connection, email, name, "owner")
    operator = await lock_operator(connection, operator_id)
    await record_event(
        connection,
        "operator.first_owner_created",
        Subject("operator", operator_id, email),
        actor=Actor("operator", operator_id, name),
        after={"email": email, "role": "owner"},
    )
    return await issue_link(connection, secret, operator, "invitation")
