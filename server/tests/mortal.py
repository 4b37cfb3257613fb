"""A shop's process that can be killed: `python -m tests.mortal DSN DATA_DIR` is the parent of many.

It has everything imported and forks a child for each line on its standard input, so that a process to
be killed costs a hundredth of a second. The child opens its own pool, says that it is ready, waits for
a line more, sends one request through the whole application, and writes the answer. The parent says
how the child ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from stallage.app import create
from stallage.core import logs
from stallage.features import parts
from stallage.process import runtime_of
from stallage.settings import Settings


def _say(said: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


async def _answer(app: FastAPI, settings: Settings, call: dict[str, Any]) -> None:
    async with runtime_of(settings, settings.database_url) as runtime:
        app.state.runtime = runtime
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop.test") as client:
            _say({"ready": os.getpid()})
            sys.stdin.readline()
            response = await client.request(
                call["method"], call["path"], json=call["body"], headers=call["headers"]
            )
            _say({"status": response.status_code, "body": response.json()})


def main(dsn: str, data_dir: str) -> None:
    """Forks a child for each line until there is none."""
    logs.configure("json", "error")
    settings = Settings(
        data_dir=Path(data_dir),
        database_url=dsn,
        public_url="http://shop.test",
        log_level="error",
        database_pool_size=2,
    )
    parts("jobs")
    app = create(settings, with_worker=False)
    while line := sys.stdin.readline():
        child = os.fork()
        if child == 0:
            asyncio.run(_answer(app, settings, json.loads(line)))
            # Nothing of the parent's is to be tidied up by the child.
            os._exit(0)
        _, status = os.waitpid(child, 0)
        _say({"ended": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main(*sys.argv[1:])
