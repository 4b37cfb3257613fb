"""A primary and a standby of PostgreSQL, for tests of a fail-over.

The primary waits for the standby at each commit, so the standby has all that was acknowledged.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from stallage.core.embedded.account import account_for
from stallage.core.embedded.binaries import ENVIRONMENT, binaries_for
from tests.processes import free_port
from tests.waiting import until

STANDBY = "standby"
CONFIGURATION = f"""
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
synchronous_standby_names = '{STANDBY}'
"""


@dataclass
class Node:
    """A server of the cluster."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def dsn(self) -> str:
        """Its own address."""
        return f"postgresql://stallage@127.0.0.1:{self.port}/postgres"

    async def execute(self, statement: str) -> None:
        """Run a statement on this server."""
        connection = await asyncpg.connect(self.dsn)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def configure(self) -> None:
        """Write the configuration of a server that has not started yet."""
        (self.folder / "postgresql.auto.conf").write_text(CONFIGURATION)

    def _send(self, number: signal.Signals) -> None:
        """Send a signal to the server and to each of its processes."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, number)

    def kill(self) -> None:
        """Kill the server and all its processes, as a loss of power does."""
        assert self.process is not None
        self._send(signal.SIGKILL)
        self.process.wait()

    def freeze(self) -> None:
        """Let the server answer nothing, without closing a connection."""
        self._send(signal.SIGSTOP)


@dataclass
class Cluster:
    """Two servers, of which the second follows the first."""

    primary: Node
    standby: Node
    _programs: _Programs

    @property
    def dsn(self) -> str:
        """The address of both."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in (self.primary, self.standby))
        return f"postgresql://stallage@{hosts}/postgres"

    async def restart_standby(self) -> None:
        """Start the standby after it was killed."""
        await self._programs.start(self.standby)

    async def promote(self) -> None:
        """Make the standby accept writes, without waiting for another one."""
        await self.standby.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        await self.standby.execute("SELECT pg_reload_conf()")
        await self.standby.execute("SELECT pg_promote()")


class _Programs:
    """PostgreSQL's programs, which refuse to run as root."""

    def __init__(self) -> None:
        account = account_for(None)
        self._folder = binaries_for(account).prefix / "bin"
        self._identity: dict[str, Any] = {**account.identity()}
        self._owner = (account.uid, account.gid)

    def run(self, name: str, *words: str | Path) -> None:
        """Run a program to its end."""
        subprocess.run(
            [self._folder / name, *words],
            check=True,
            cwd="/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **self._identity,
        )

    async def start(self, node: Node) -> None:
        """Start a server and wait until it answers."""
        node.process = self._launch(node)

        async def answers() -> bool:
            try:
                await node.execute("SELECT 1")
            except (OSError, asyncpg.CannotConnectNowError):
                return False
            return True

        await until(answers)

    def _launch(self, node: Node) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._folder / "postgres", "-D", node.folder, "-p", str(node.port)],
            cwd="/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self._identity,
        )

    def own(self, folder: str) -> None:
        """Give the programs a folder."""
        os.chown(folder, *self._owner)


@asynccontextmanager
async def postgresql_cluster() -> AsyncIterator[Cluster]:
    """Start a primary and its standby, with empty databases."""
    programs = _Programs()
    with tempfile.TemporaryDirectory() as folder:
        programs.own(folder)
        primary = Node(Path(folder, "primary"), free_port())
        standby = Node(Path(folder, "standby"), free_port())
        try:
            programs.run("initdb", "-D", primary.folder, "-U", "stallage", "-A", "trust", "-N")
            primary.configure()
            await programs.start(primary)
            source = f"{primary.dsn}?application_name={STANDBY}"
            programs.run("pg_basebackup", "-d", source, "-D", standby.folder, "-R", "-c", "fast")
            await programs.start(standby)
            yield Cluster(primary, standby, programs)
        finally:
            for node in (primary, standby):
                if node.process is not None and node.process.poll() is None:
                    node.kill()
