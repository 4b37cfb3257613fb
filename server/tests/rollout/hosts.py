"""Two hosts of a shop behind HAProxy."""

from __future__ import annotations

import asyncio
import csv
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.debian_program import path_of
from tests.processes import free_port
from tests.waiting import until

PROXY = """
global
  stats socket {folder}/haproxy.sock mode 600 level admin
defaults
  mode http
  timeout connect 10s
  timeout client 120s
  timeout server 120s
  timeout check 60s
  option http-server-close
frontend shop
  bind 127.0.0.1:{port}
  default_backend hosts
backend hosts
  option httpchk GET /readyz
  default-server check inter 500ms
{servers}
"""


@dataclass
class Host:
    """A host: a port, a data folder, and the release that runs on it."""

    name: str
    port: int
    environment: dict[str, str]
    process: asyncio.subprocess.Process | None = None

    async def start(self, release: Path) -> None:
        """Serve with the package in the folder `release`."""
        self.process = await start_stallage(
            self.environment, release, "serve", "--port", str(self.port)
        )

    async def stop(self) -> None:
        """Let it finish its requests and jobs, and end."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        assert await self.process.wait() == 0
        self.process = None


async def start_stallage(
    environment: dict[str, str], release: Path, *words: str
) -> asyncio.subprocess.Process:
    """Start a command of the release in a folder."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", *words),
        cwd=release,
        env={**os.environ, **environment, "PYTHONPATH": str(release)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if words[0] != "serve" else subprocess.DEVNULL,
        stderr=subprocess.STDOUT if words[0] != "serve" else None,
    )


async def run_stallage_of(
    environment: dict[str, str], release: Path, *words: str
) -> tuple[int, str]:
    """Run a command of a release; return its status and what it prints."""
    process = await start_stallage(environment, release, *words)
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


class Balancer:
    """HAProxy, which asks each host whether it is ready."""

    def __init__(self, folder: Path, port: int, hosts: list[Host]) -> None:
        self._folder = folder
        self.port = port
        self.hosts = hosts

    async def _ask(self, request: str) -> str:
        reader, writer = await asyncio.open_unix_connection(self._folder / "haproxy.sock")
        writer.write(f"{request}\n".encode())
        answer = (await reader.read()).decode()
        writer.close()
        return answer

    async def _state(self, host: Host) -> dict[str, str]:
        table = (await self._ask("show stat")).removeprefix("# ")
        rows = csv.DictReader(table.strip().splitlines())
        return next(row for row in rows if row["svname"] == host.name)

    async def add(self, host: Host) -> None:
        """Send requests to a host, once it is ready."""
        await self._ask(f"set server hosts/{host.name} state ready")

        async def is_up() -> bool:
            return (await self._state(host))["status"] == "UP"

        await until(is_up, 240)

    async def drain(self, host: Host) -> None:
        """Send a host no new requests, and wait for those that it has."""
        await self._ask(f"set server hosts/{host.name} state drain")

        async def is_idle() -> bool:
            return (await self._state(host))["scur"] == "0"

        await until(is_idle)

    async def replace(self, release: Path) -> None:
        """Replace the hosts by those of a release, one after the other."""
        for host in self.hosts:
            await self.drain(host)
            await host.stop()
            await host.start(release)
            await _ready(host)
            await self.add(host)


async def _ready(host: Host) -> None:
    async with httpx.AsyncClient(timeout=60, trust_env=False) as client:

        async def is_ready() -> bool:
            assert host.process is not None
            assert host.process.returncode is None, "the host has ended"
            try:
                response = await client.get(f"http://127.0.0.1:{host.port}/readyz")
            except httpx.TransportError:
                return False
            return response.status_code == 200

        await until(is_ready, 240)


@asynccontextmanager
async def balanced(
    folder: Path, release: Path, environment: dict[str, str]
) -> AsyncIterator[Balancer]:
    """Serve two hosts of a release behind HAProxy."""
    hosts = [
        Host(name, free_port(), {**environment, "STALLAGE_DATA_DIR": str(folder / name)})
        for name in ("one", "two")
    ]
    balancer = Balancer(folder, free_port(), hosts)
    servers = "\n".join(f"  server {host.name} 127.0.0.1:{host.port}" for host in hosts)
    (folder / "haproxy.cfg").write_text(
        PROXY.format(folder=folder, port=balancer.port, servers=servers)
    )
    program = await asyncio.to_thread(path_of, "haproxy", "haproxy")
    proxy = await asyncio.create_subprocess_exec(program, "-db", "-f", folder / "haproxy.cfg")
    try:
        for host in hosts:
            await host.start(release)
        await until((folder / "haproxy.sock").exists)
        for host in hosts:
            await _ready(host)
            await balancer.add(host)
        yield balancer
    finally:
        for host in hosts:
            if host.process is not None and host.process.returncode is None:
                host.process.kill()
                await host.process.wait()
        proxy.terminate()
        await proxy.wait()
