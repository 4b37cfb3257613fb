"""The reference: Starlette and asyncpg only, sending stored responses with one SELECT each."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SELECT = "SELECT body FROM bench_bodies WHERE key = $1"


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the pool."""
    app.state.pool = await asyncpg.create_pool(os.environ["BENCH_DSN"], min_size=10, max_size=10)
    yield
    await app.state.pool.close()


async def send(request: Request) -> Response:
    """Return the stored response of a key."""
    async with request.app.state.pool.acquire() as connection:
        body = await connection.fetchval(SELECT, request.path_params["key"])
    return Response(body, media_type="application/json")


app = Starlette(routes=[Route("/bytes/{key:int}", send)], lifespan=lifespan)

if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_config=None,
    )
