"""The process itself: it stops gracefully, spreads over workers, does its background work."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest

from stallage.settings import Settings
from tests.command import run_command
from tests.waiting import until


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def stallage(
    settings: Settings, *words: str, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Runs the command with the test's database and data folder."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "stallage",
        *words,
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
            "STALLAGE_LOG_FORMAT": "json",
            **variables,
        },
        cwd=Path(__file__).parents[1],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            await process.communicate()


async def answers(port: int) -> httpx.AsyncClient:
    """A client of the shop on that port, once it is ready."""
    client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False)

    async def is_ready() -> bool:
        try:
            return (await client.get("/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    await until(is_ready)
    return client


async def test_a_stop_finishes_running_requests(settings: Settings) -> None:
    port = free_port()
    async with stallage(settings, "serve", "--port", str(port)) as process:
        await (await answers(port)).aclose()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"POST /api/carts/guest HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n"
            b"Content-Length: 2\r\nConnection: close\r\n\r\n["
        )
        await writer.drain()
        # Another request's answer proves that the server has seen ours begin.
        async with httpx.AsyncClient(timeout=30, trust_env=False) as other:
            await other.get(f"http://127.0.0.1:{port}/healthz")
        process.send_signal(signal.SIGTERM)
        await no_more_connections(port)
        writer.write(b"]")
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 200")
        assert b'"output":[]' in answer
        writer.close()
        await process.communicate()
        assert process.returncode == 0


async def no_more_connections(port: int) -> None:
    """Returns when the server has stopped listening."""

    async def is_refused() -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return True
        writer.close()
        return False

    await until(is_refused)


@pytest.mark.parametrize("workers", [1, 2])
async def test_background_work_is_done_beside_the_requests(
    settings: Settings, workers: int
) -> None:
    port = free_port()
    words = ("serve", "--port", str(port), "--workers", str(workers))
    async with stallage(settings, *words) as process:
        client = await answers(port)
        response = await client.post("/auth/otp/request", json={"email": "ann@example.com"})
        assert response.status_code == 200, response.text
        await client.aclose()
        await letters(settings.data_dir / "outbox", 1)
        if workers == 2:
            commands = [child.cmdline() for child in psutil.Process(process.pid).children()]
            assert sum("worker" in words for words in commands) == 1
            assert len(commands) >= 3


def connections_to(data_dir: Path) -> list[psutil.Process]:
    """The processes of a data folder's own PostgreSQL that serve somebody."""
    cluster = str(data_dir / "postgres/cluster")
    return [
        process
        for process in psutil.process_iter(["cmdline", "cwd"])
        if process.info["cwd"] == cluster and "[local]" in " ".join(process.info["cmdline"] or ())
    ]


def sent(outbox: Path) -> int:
    """How many letters there are."""
    return len(list(outbox.glob("[!.]*.json")))


async def letters(outbox: Path, count: int) -> None:
    """Waits until the worker has sent so many."""
    await until(lambda: sent(outbox) >= count)


async def is_accepted(client: httpx.AsyncClient, body: dict[str, str]) -> bool:
    answer = await client.post("/auth/otp/request", json=body)
    assert answer.status_code in (200, 503), answer.text
    return answer.is_success


async def test_the_whole_shop_goes_on_after_its_database_has_crashed(settings: Settings) -> None:
    # On PostgreSQL of its own, since a killed process of it takes everybody's connections along.
    port = free_port()
    alone = settings.model_copy(update={"database_url": ""})
    async with stallage(alone, "serve", "--port", str(port)) as process:
        assert process.stderr is not None
        # A log that nobody reads would hold up who writes it.
        log = asyncio.create_task(process.stderr.read())
        client = await answers(port)
        for times in (1, 2):
            body = {"email": f"ann{times}@example.com"}
            await until(partial(is_accepted, client, body))
            # The worker is there again as well.
            await letters(settings.data_dir / "outbox", times)
            if times == 1:
                connections_to(settings.data_dir)[0].kill()
        assert (await client.get("/api/products")).status_code == 200
        await client.aclose()
        log.cancel()


async def test_migrating_again_changes_nothing(settings: Settings) -> None:
    async with stallage(settings, "migrate") as process:
        output, _ = await process.communicate()
        assert process.returncode == 0
        assert b"The schema is current." in output


async def test_settings_are_all_explained(settings: Settings) -> None:
    async with stallage(settings, "settings") as process:
        output, _ = await process.communicate()
    text = output.decode()
    assert f"STALLAGE_DATA_DIR={settings.data_dir}  (environment)" in text
    for name, field in Settings.model_fields.items():
        assert f"STALLAGE_{name.upper()}=" in text
        assert field.description
        assert field.description in text


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("STALLAGE_CURRENCY", "dollars", "STALLAGE_CURRENCY: "),
        ("STALLAGE_SECRET_KEY", "short", "at least 32 characters"),
        ("STALLAGE_DATABASE_URL", "postgresql://127.0.0.1:1/shop", "cannot be used"),
        ("STALLAGE_DATABASE_URL", "nonsense", "cannot be used"),
    ],
)
async def test_what_an_operator_can_mend_is_said_in_a_sentence(
    tmp_path: Path, variable: str, value: str, sentence: str
) -> None:
    environment = {**os.environ, "STALLAGE_DATA_DIR": str(tmp_path), variable: value}
    done = await run_command(("migrate",), environment)
    assert done.status == 1
    assert sentence in done.errors
    assert "Traceback" not in done.errors


@pytest.mark.parametrize(("host", "is_told"), [("127.0.0.1", False), ("0.0.0.0", True)])
async def test_who_listens_for_everybody_is_told_so(
    settings: Settings, host: str, is_told: bool
) -> None:
    port = free_port()
    async with stallage(settings, "serve", "--host", host, "--port", str(port)) as process:
        await (await answers(port)).aclose()
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
    assert (b"set STALLAGE_PUBLIC_URL" in said) is is_told
