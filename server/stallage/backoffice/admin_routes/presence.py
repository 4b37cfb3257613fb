"""The operators' API of presence: who else has a record open."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.backoffice.actions.presence import leave_record, see_record
from stallage.backoffice.queries.presence import others_at
from stallage.backoffice.rules.presence import HEARTBEAT_SECONDS, PERMISSIONS, RecordKind
from stallage.backoffice.schemas.presence import PresenceInput, RecordPresence
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter, CurrentOperator, require
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="presence")

Key = Annotated[Line, Path(min_length=1, max_length=200, examples=["SO-7K2M-9QXD"])]


@router.put(
    "/presence/{kind}/{key}",
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[RecordPresence],
    responses=error_responses(InvalidFields),
)
async def see(
    kind: RecordKind,
    key: Key,
    body: PresenceInput,
    operator: CurrentOperator,
    connection: Transaction,
) -> Answer[RecordPresence]:
    """Say that the operator has a record open, and get who else has. Send it every 30 seconds.

    Needs the permission to see such records.
    """
    require(operator, PERMISSIONS[kind])
    key = key.upper()
    await see_record(connection, kind, key, operator_id=operator.id, mode=body.mode)
    others = await others_at(connection, kind, key, operator_id=operator.id)
    return answer(
        RecordPresence.model_construct(others=others, next_heartbeat_seconds=HEARTBEAT_SECONDS)
    )


@router.delete(
    "/presence/{kind}/{key}",
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[None],
    responses=error_responses(InvalidFields),
)
async def leave(
    kind: RecordKind, key: Key, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Say that the operator has closed a record."""
    require(operator, PERMISSIONS[kind])
    await leave_record(connection, kind, key.upper(), operator_id=operator.id)
    return answer(None)
