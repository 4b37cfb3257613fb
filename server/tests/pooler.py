"""A running PgBouncer in transaction mode in front of a test's database."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from stallage.core.embedded.account import account_for
from tests.debian_program import path_of
from tests.processes import free_port
from tests.waiting import until

SERVER_CONNECTIONS = 3
"""Of the pooler to each database: fewer than the shop's, so that they are shared all the time."""

CONFIGURATION = """
[databases]
* = {server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 400
logfile = {folder}/log
pidfile =
"""


@contextmanager
def running_pooler(dsn: str) -> Iterator[str]:
    """Start PgBouncer for all databases of a server, and yield the address of this one through it."""
    parts = urlsplit(dsn)
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process = _start(dsn, port, folder)
        try:
            asyncio.run(until(lambda: _listens(port, process, folder / "log")))
            yield f"postgresql://{parts.username or 'stallage'}@127.0.0.1:{port}{parts.path}"
        finally:
            process.terminate()
            process.wait()


def _start(dsn: str, port: int, folder: Path) -> subprocess.Popen[bytes]:
    program = path_of("pgbouncer", "pgbouncer")
    # PgBouncer refuses to run as root, and other users may not enter the folders of tests.
    folder.chmod(0o777)
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(
        CONFIGURATION.format(server=_server(dsn), port=port, size=SERVER_CONNECTIONS, folder=folder)
    )
    configuration.chmod(0o644)
    host = parse_qs(urlsplit(dsn).query).get("host", [""])[0]
    return subprocess.Popen(
        [program, "-q", configuration],
        # The socket's folder, which the kernel resolves before root's rights are dropped.
        cwd=host if host.startswith("/") else None,
        **account_for(None).identity(),
    )


def _listens(port: int, process: subprocess.Popen[bytes], log: Path) -> bool:
    if process.poll() is not None:
        raise RuntimeError(f"PgBouncer ended: {log.read_text() if log.exists() else ''}")
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _server(dsn: str) -> str:
    """Return where the server is, as PgBouncer's configuration names it."""
    parts = urlsplit(dsn)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    host = query.get("host") or parts.hostname or "127.0.0.1"
    words = {
        "host": "/proc/self/cwd" if host.startswith("/") else host,
        "port": query.get("port") or parts.port or 5432,
        "user": parts.username or "stallage",
    }
    if parts.password:
        words["password"] = parts.password
    return " ".join(f"{name}={value}" for name, value in words.items())
