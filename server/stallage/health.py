"""Liveness and readiness checks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from stallage.core.db import database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotReady
from stallage.core.jobs import JOBS
from stallage.core.queue import load_lag
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Output
from stallage.migrations import outdated_chains
from stallage.rendering.rendered_pages import rendered_pages_of
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.progress import products_to_index, read_progress
from stallage.search.index.search_index import index_folder
from stallage.search.index.updates import search_engine_of, seconds_behind

router = APIRouter(tags=["health"])


class Health(Output):
    """Liveness of the process."""

    ok: bool


class BackgroundWork(Output):
    """Backlog of the shop's background jobs, in whichever process they run."""

    last_seen_seconds_ago: Annotated[
        int | None,
        Field(description="Seconds since a worker's last heartbeat; null: no worker runs."),
    ]
    due_jobs: int
    oldest_due_seconds: Annotated[int, Field(description="How long the oldest due job has waited.")]
    held_jobs: Annotated[
        int, Field(description="Jobs that failed too often and wait for an operator.")
    ]


class Rendering(Output):
    """How this process has answered requests for public pages since it started."""

    cached: Annotated[int, Field(description="Rendered pages that were sent from memory.")]
    rendered: Annotated[
        int, Field(description="Pages rendered, or found unchanged, when requested.")
    ]
    stale: Annotated[
        int, Field(description="Previous pages, sent because a new one took too long.")
    ]
    client: Annotated[int, Field(description="Pages left to the browser.")]
    last_failure: Annotated[str, Field(description="Why the last page failed; empty: none has.")]


class IndexBuilding(Output):
    """How far the search index is."""

    products: Annotated[int, Field(description="Products so far, in steps of 10,000.")]
    total: Annotated[int, Field(description="Products on sale.")]


class SearchIndexState(Output):
    """How far the search index that this machine uses is behind the database."""

    reachable: Annotated[
        bool, Field(description="False: the search server is away. Lists and searches get 503.")
    ]

    building: Annotated[
        IndexBuilding | None,
        Field(
            description="Null unless the index is being built. Until it is complete, lists come from the"
            " database, without filters, and searches get 503."
        ),
    ]
    seconds_behind: Annotated[
        float | None,
        Field(
            description="How long the oldest change waits that the index lacks; null: it is being built,"
            " or the search server is away."
        ),
    ]


class Readiness(Output):
    """Readiness of the process, and the backlog of background jobs.

    A missing worker does not make it unready: another web process would not help.
    """

    ok: bool
    worker: BackgroundWork
    search_index: SearchIndexState
    rendering: Annotated[
        Rendering | None, Field(description="Null while the process starts or stops.")
    ]


@router.get("/healthz", response_model=Answer[Health])
async def lives() -> Answer[Health]:
    """Answer as long as the process runs."""
    return answer(Health(ok=True))


@router.get("/readyz", response_model=Answer[Readiness], responses=error_responses(NotReady))
async def serves(request: Request) -> Answer[Readiness]:
    """Check that the database answers and its schema is current."""
    async with database_of(request).reading() as connection:
        if await outdated_chains(connection):
            raise NotReady("The database schema is not current. Run: stallage migrate")
        lag = await load_lag(connection, list(JOBS))
    search_index = await _search_index(request)
    worker = BackgroundWork(
        last_seen_seconds_ago=lag.last_seen_seconds_ago,
        due_jobs=lag.due_jobs,
        oldest_due_seconds=lag.oldest_due_seconds,
        held_jobs=lag.held_jobs,
    )
    return answer(
        Readiness(ok=True, worker=worker, search_index=search_index, rendering=_rendering(request))
    )


async def _search_index(request: Request) -> SearchIndexState:
    runtime = runtime_of(request)
    try:
        seconds = await seconds_behind(search_engine_of(runtime), runtime.database)
    except NotReady:
        return SearchIndexState(reachable=False, building=None, seconds_behind=None)
    except IndexUnusable:
        building = IndexBuilding(
            products=read_progress(index_folder(runtime.settings)),
            total=await products_to_index(runtime.database),
        )
        return SearchIndexState(reachable=True, building=building, seconds_behind=None)
    return SearchIndexState(reachable=True, building=None, seconds_behind=round(seconds, 1))


def _rendering(request: Request) -> Rendering | None:
    pages = rendered_pages_of(request)
    if pages is None:
        return None
    counts = pages.counts
    return Rendering(
        cached=counts["cached"],
        rendered=counts["rendered"],
        stale=counts["stale"],
        client=counts["client"],
        last_failure=pages.last_failure[:200],
    )
