"""Shop processes that tests kill: `python -m tests.killable DSN DATA_DIR`.

The parent has everything imported and forks a child for each line on standard input, so that a process
costs only 10 ms. The child opens its own pool, prints that it is ready, waits for another line, sends
one request through the whole application, and prints the response. The parent prints the child's exit
status.
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
from stallage.process import open_runtime
from stallage.settings import Settings


def _print_json(content: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(content) + "\n")
    sys.stdout.flush()


async def _handle(app: FastAPI, settings: Settings, call: dict[str, Any]) -> None:
    async with open_runtime(settings, settings.database_url) as runtime:
        app.state.runtime = runtime
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop.test") as client:
            _print_json({"ready": os.getpid()})
            sys.stdin.readline()
            response = await client.request(
                call["method"], call["path"], json=call["body"], headers=call["headers"]
            )
            _print_json({"status": response.status_code, "body": response.json()})


def main(dsn: str, data_dir: str) -> None:
    """Fork a child for each line of standard input."""
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
            asyncio.run(_handle(app, settings, json.loads(line)))
            # Without cleanup, which is the parent's.
            os._exit(0)
        _, status = os.waitpid(child, 0)
        _print_json({"ended": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main(*sys.argv[1:])
