"""Creates operators, and changes their own names and preferences."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.operators.actions.locking import lock_operator
from stallage.operators.drafts import Principal
from stallage.operators.errors import EmailTaken

CREATE = """
INSERT INTO operators (email, name, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
ON CONFLICT (lower(email)) DO NOTHING RETURNING id
"""
PREFERENCES = "SELECT theme, shortcuts FROM operators WHERE id = $1"
SET_NAME = "UPDATE operators SET name = $2, updated_at = $3 WHERE id = $1"
SET_PREFERENCES = "UPDATE operators SET theme = $2, shortcuts = $3 WHERE id = $1"


async def create_operator(connection: Connection, email: str, name: str, role: str) -> int:
    """Create an operator who cannot sign in yet; return the id. Raises EmailTaken."""
    operator_id: int | None = await connection.fetchval(CREATE, email, name, role, clock.now())
    if operator_id is None:
        raise EmailTaken
    await record(
        connection,
        "operator.created",
        Subject("operator", operator_id, email),
        after={"name": name, "role": role},
    )
    return operator_id


async def change_own_account(
    connection: Connection,
    principal: Principal,
    *,
    name: str | None,
    theme: str | None,
    shortcuts: bool | None,
) -> None:
    """Change an operator's own name and preferences; None leaves a value as it is."""
    operator = await lock_operator(connection, principal.operator_id)
    row = await connection.fetchrow(PREFERENCES, operator.id)
    assert row is not None  # noqa: S101 - its row is locked
    before = {"name": operator.name, "theme": row["theme"], "shortcuts": row["shortcuts"]}
    given = {"name": name, "theme": theme, "shortcuts": shortcuts}
    after = before | {key: value for key, value in given.items() if value is not None}
    changed = [key for key in before if before[key] != after[key]]
    if "name" in changed:
        await connection.execute(SET_NAME, operator.id, after["name"], clock.now())
    if changed:
        await connection.execute(SET_PREFERENCES, operator.id, after["theme"], after["shortcuts"])
    await record(
        connection,
        "operator.account_changed",
        Subject("operator", operator.id, operator.email),
        before={key: before[key] for key in changed},
        after={key: after[key] for key in changed},
    )
