"""`make dev` runs Vite and the server with demo data, and stops both at the end."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from stallage.app import create
from stallage.settings import Settings
from tests.processes import free_port
from tests.waiting import until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


async def test_one_command_serves_the_client_and_the_server(tmp_path: Path) -> None:
    assert "$(PYTHON) tools/dev.py" in (ROOT / "Makefile").read_text()
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "tools/dev.py")),
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "server"),
            "STALLAGE_DEV_FOLDER": str(tmp_path / "dev"),
            "PORT": str(port),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    output = bytearray()

    async def read() -> None:
        while line := await process.stdout.readline():  # type: ignore[union-attr]
            output.extend(line)

    reading = asyncio.create_task(read())
    started: set[psutil.Process] = set()
    try:
        greeting = f"The shop is at http://127.0.0.1:{port} "
        await until(lambda: greeting in output.decode() or process.returncode is not None, 180)
        assert process.returncode is None, output.decode()
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False
        ) as client:
            page = await client.get("/products/everyday-mug", headers={"Accept": "text/html"})
            assert "/@vite/client" in page.text
            assert "react" in (await client.get("/src/main.tsx")).text
            product = await client.get("/api/products/everyday-mug")
            assert product.json()["output"]["slug"] == "everyday-mug"
            stored = re.search(r'"(/media/[^"]+)"', product.text)
            assert stored is not None
            picture = await client.get(stored[1])
            assert picture.headers["content-type"].startswith("image/")
        started = set(psutil.Process(process.pid).children(recursive=True))
        assert len(started) >= 3
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.wait()
        await reading
    assert process.returncode == 0, output.decode()
    # In a container without an init process, ended processes remain as zombies.
    assert [
        one for one in started if one.is_running() and one.status() != psutil.STATUS_ZOMBIE
    ] == []


def _paths(routes: Any) -> Iterator[str]:
    for route in routes:
        if path := getattr(route, "path", ""):
            yield path
        yield from _paths(getattr(getattr(route, "original_router", None), "routes", ()))


def test_the_manifest_has_every_path_of_the_server(tmp_path: Path) -> None:
    manifest = json.loads((ROOT / "contract/routes.json").read_text())
    app = create(Settings(data_dir=tmp_path), with_worker=False)
    # The shell serves the built client, which Vite replaces.
    served = {path for path in _paths(app.routes) if not path.startswith(("/assets", "/{"))}
    assert {"/api/products", "/outbox/{key}", "/robots.txt"} <= served
    first_segments = {f"/{path.split('/')[1]}" for path in served}
    # The shell serves pictures, and what the service worker needs, too.
    first_segments |= {"/media", "/shell.html", "/sw.js"}
    assert first_segments == set(manifest["serverPaths"])
    assert set(manifest["negotiatedPaths"]) <= first_segments
