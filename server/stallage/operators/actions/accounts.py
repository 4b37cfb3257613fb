"""Creates operators."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection

CREATE = """
INSERT INTO operators (email, name, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
RETURNING id
"""


async def create_operator(connection: Connection, email: str, name: str, role: str) -> int:
    """Create an operator who cannot sign in yet; return the id."""
    operator_id: int = await connection.fetchval(CREATE, email, name, role, clock.now())
    await record(
        connection,
        "operator.created",
        Subject("operator", operator_id, email),
        after={"name": name, "role": role},
    )
    return operator_id
