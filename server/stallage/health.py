"""Whether the process lives, and whether it can serve."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.db import database_of
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import NotReady
from stallage.core.schemas import Output
from stallage.migrations import head, revision_of

router = APIRouter(tags=["health"])


class Health(Output):
    """How the process is."""

    ok: bool


@router.get("/healthz", response_model=Answer[Health])
async def lives() -> Answer[Health]:
    """The process lives."""
    return answer(Health(ok=True))


@router.get("/readyz", response_model=Answer[Health], responses=refusals(NotReady))
async def serves(request: Request) -> Answer[Health]:
    """The process can serve: the database answers and its schema is current."""
    async with database_of(request).reading() as connection:
        revision = await revision_of(connection)
    if revision != head():
        raise NotReady("The database schema is not current. Run: stallage migrate")
    return answer(Health(ok=True))
