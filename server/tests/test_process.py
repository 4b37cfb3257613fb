"""Processes: graceful stop, several workers, background jobs, errors at the start."""

from __future__ import annotations

import asyncio
import os
import signal
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest

from stallage.settings import Settings
from tests.command import run_command, run_stallage
from tests.processes import (
    free_port,
    no_more_connections,
    stallage,
    wait_for_emails,
    wait_until_ready,
)
from tests.waiting import until

pytestmark = pytest.mark.slow


async def test_a_stop_finishes_running_requests(settings: Settings) -> None:
    port = free_port()
    async with stallage(settings, "serve", "--port", str(port)) as process:
        await (await wait_until_ready(port)).aclose()
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


@pytest.mark.parametrize("workers", [1, 2])
async def test_background_jobs_run_beside_requests(settings: Settings, workers: int) -> None:
    port = free_port()
    words = ("serve", "--port", str(port), "--workers", str(workers))
    async with stallage(settings, *words) as process:
        client = await wait_until_ready(port)
        response = await client.post("/auth/otp/request", json={"email": "ann@example.com"})
        assert response.status_code == 200, response.text
        await client.aclose()
        await wait_for_emails(settings.data_dir / "outbox", 1)
        if workers == 2:
            commands = [child.cmdline() for child in psutil.Process(process.pid).children()]
            assert sum("worker" in words for words in commands) == 1
            assert len(commands) >= 3


def connections_to(data_dir: Path) -> list[psutil.Process]:
    """Return the backend processes of a data folder's embedded PostgreSQL."""
    cluster = str(data_dir / "postgres/cluster")
    return [
        process
        for process in psutil.process_iter(["cmdline", "cwd"])
        if process.info["cwd"] == cluster and "[local]" in " ".join(process.info["cmdline"] or ())
    ]


async def is_accepted(client: httpx.AsyncClient, body: dict[str, str]) -> bool:
    answer = await client.post("/auth/otp/request", json=body)
    assert answer.status_code in (200, 503), answer.text
    return answer.is_success


async def test_the_shop_continues_after_a_crash_of_its_database(settings: Settings) -> None:
    # With an embedded PostgreSQL of its own, since a killed backend ends all connections.
    port = free_port()
    alone = settings.model_copy(update={"database_url": ""})
    async with stallage(alone, "serve", "--port", str(port)) as process:
        assert process.stderr is not None
        # If nobody read the log, its writer would block.
        log = asyncio.create_task(process.stderr.read())
        client = await wait_until_ready(port)
        for times in (1, 2):
            body = {"email": f"ann{times}@example.com"}
            await until(partial(is_accepted, client, body))
            # The worker has recovered as well.
            await wait_for_emails(settings.data_dir / "outbox", times)
            if times == 1:
                connections_to(settings.data_dir)[0].kill()
        assert (await client.get("/api/products")).status_code == 200
        await client.aclose()
        log.cancel()


async def test_migrating_again_changes_nothing(settings: Settings) -> None:
    done = await run_stallage(settings, "migrate")
    assert done.status == 0
    assert "The schema is current." in done.output


async def test_settings_are_all_explained(settings: Settings) -> None:
    text = (await run_stallage(settings, "settings")).output
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
        ("STALLAGE_DATABASE_URL", "postgresql://127.0.0.1:1/shop", "Cannot access"),
        ("STALLAGE_DATABASE_URL", "nonsense", "Cannot access"),
    ],
)
async def test_errors_that_an_operator_can_fix_are_one_sentence(
    tmp_path: Path, variable: str, value: str, sentence: str
) -> None:
    environment = {**os.environ, "STALLAGE_DATA_DIR": str(tmp_path), variable: value}
    done = await run_command(("migrate",), environment)
    assert done.status == 1
    assert sentence in done.errors
    assert "Traceback" not in done.errors


@pytest.mark.parametrize(("host", "warns"), [("127.0.0.1", False), ("0.0.0.0", True)])
async def test_serving_on_all_addresses_prints_a_warning(
    settings: Settings, host: str, warns: bool
) -> None:
    port = free_port()
    async with stallage(settings, "serve", "--host", host, "--port", str(port)) as process:
        await (await wait_until_ready(port)).aclose()
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert (b"Set STALLAGE_PUBLIC_URL" in errors) is warns
