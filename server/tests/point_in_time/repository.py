"""A PostgreSQL 15 that archives to a repository of pgBackRest, which is in a bucket of moto's S3 server.

pgBackRest 2.45 of Debian 12 does not know the embedded PostgreSQL 18, and speaks only TLS with a bucket,
which HAProxy adds.
"""

from __future__ import annotations

import configparser
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from stallage.core.embedded.account import account_for
from stallage.core.embedded.binaries import ENVIRONMENT
from tests.backup.earlier_postgresql import PROGRAMS
from tests.debian_program import ROOT, path_of
from tests.processes import free_port
from tests.waiting import until

DEPLOY = ROOT / "deploy/pgbackrest"
STANZA = "stallage"
BUCKET = "database"
START_SECONDS = 300
POSTGRESQL = """
listen_addresses = '127.0.0.1'
unix_socket_directories = '{folder}'
fsync = off
archive_mode = on
archive_timeout = 5
archive_command = 'pgbackrest --config={folder}/pgbackrest.conf --stanza=stallage archive-push %p'
"""
PROXY = """
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend bucket
  bind 127.0.0.1:{port} ssl crt {folder}/certificate.pem
  default_backend s3
backend s3
  server s3 {address}
"""


@contextmanager
def tls_in_front_of(address: str, folder: Path) -> Iterator[int]:
    """Run HAProxy with a certificate of its own in front of a host and port; yield its port."""
    program, port = path_of("haproxy", "haproxy"), free_port()
    names = ("key.pem", "certificate.pem")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=127.0.0.1", "-keyout", names[0], "-out", names[1]),
        ],
        cwd=folder,
        check=True,
        stderr=subprocess.DEVNULL,
    )
    with (folder / names[1]).open("a") as file:
        file.write((folder / names[0]).read_text())
    (folder / "haproxy.cfg").write_text(PROXY.format(port=port, folder=folder, address=address))
    process = subprocess.Popen([program, "-db", "-f", "haproxy.cfg"], cwd=folder)
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


@dataclass
class ArchivedServer:
    """A PostgreSQL that archives, and its repository."""

    folder: Path
    """May be entered by the user that runs PostgreSQL."""
    port: int
    user: str
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data"

    @property
    def dsn(self) -> str:
        """Its address."""
        return f"postgresql://stallage@127.0.0.1:{self.port}/postgres"

    def variables(self) -> dict[str, str]:
        """Return variables with which pgBackRest finds its configuration."""
        return {**ENVIRONMENT, "PGBACKREST_CONFIG": str(self.folder / "pgbackrest.conf")}

    def run(self, *words: str | Path) -> str:
        """Run a program as the user of PostgreSQL; return what it prints. Fails the test on an error."""
        done = subprocess.run(
            words,
            check=False,
            cwd=self.folder,
            env=self.variables(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **self.identity(),
        )
        output = str(done.stdout)
        assert done.returncode == 0, output
        return output

    def pgbackrest(self, *words: str) -> str:
        """Run pgBackRest."""
        return self.run(path_of("pgbackrest", "pgbackrest"), f"--stanza={STANZA}", *words)

    def identity(self) -> dict[str, Any]:
        """Return arguments that run a child as the user of PostgreSQL."""
        return {**account_for(None).identity()}

    async def start(self) -> None:
        """Start PostgreSQL, and wait until it accepts writes."""
        self.process = self._launch()
        await until(self._accepts_writes, START_SECONDS)

    def _launch(self) -> subprocess.Popen[bytes]:
        with (self.folder / "postgres.log").open("ab") as log:
            return subprocess.Popen(
                [PROGRAMS / "postgres", "-D", self.data, "-p", str(self.port)],
                cwd=self.folder,
                env=self.variables(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **self.identity(),
            )

    async def _accepts_writes(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "postgres.log").read_text()
        try:
            connection = await asyncpg.connect(self.dsn)
        except (OSError, asyncpg.CannotConnectNowError):
            return False
        try:
            return not await connection.fetchval("SELECT pg_is_in_recovery()")
        finally:
            await connection.close()

    def stop(self) -> None:
        """Stop PostgreSQL at once, as a crash does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


def _configure(server: ArchivedServer, port: int) -> None:
    """Fill in the example that owners copy, so that it is tested."""
    example = configparser.ConfigParser(interpolation=None)
    example.read_string((DEPLOY / "pgbackrest.conf").read_text())
    folder = server.folder
    example["global"].update(
        {
            "repo1-s3-bucket": BUCKET,
            "repo1-s3-endpoint": "127.0.0.1",
            "repo1-s3-region": "us-east-1",
            "repo1-s3-key": "testing",
            "repo1-s3-key-secret": "testing",
            "repo1-cipher-pass": "a passphrase of the tests",
            # Of these tests alone: a server without a name, at a port of its own, with its own certificate.
            "repo1-s3-uri-style": "path",
            "repo1-storage-host": "127.0.0.1",
            "repo1-storage-port": str(port),
            "repo1-storage-verify-tls": "n",
            "lock-path": str(folder / "lock"),
            "log-path": str(folder / "log"),
            "spool-path": str(folder / "spool"),
        }
    )
    example[STANZA] = {
        "pg1-path": str(server.data),
        "pg1-port": str(server.port),
        "pg1-user": "stallage",
        "pg1-database": "postgres",
        "pg1-socket-path": str(folder),
    }
    with (folder / "pgbackrest.conf").open("w") as file:
        example.write(file, space_around_delimiters=False)


@asynccontextmanager
async def archived_server(s3: str) -> AsyncIterator[ArchivedServer]:
    """Start a PostgreSQL that archives to a bucket of an S3 server, with a first full backup.

    `s3`: the server's URL. The bucket `database` must exist.
    """
    account = account_for(None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = ArchivedServer(folder, free_port(), pwd.getpwuid(account.uid).pw_name)
        with tls_in_front_of(urlsplit(s3).netloc, folder) as port:
            _configure(server, port)
            (folder / "haproxy.cfg").chmod(0o600)
            shutil.chown(folder, account.uid, account.gid)
            try:
                server.run(PROGRAMS / "initdb", *_INITDB, f"--pgdata={server.data}")
                with (server.data / "postgresql.conf").open("a") as file:
                    file.write(POSTGRESQL.format(folder=folder))
                await server.start()
                server.pgbackrest("stanza-create")
                server.pgbackrest("check")
                server.pgbackrest("--type=full", "backup")
                yield server
            finally:
                server.stop()


_INITDB = (
    *("--username=stallage", "--auth=trust", "--no-sync", "--encoding=UTF8"),
    "--locale=C.UTF-8",
)
