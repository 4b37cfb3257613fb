"""Run PostgreSQL's client programs (pg_dump, pg_restore, psql) without exposing passwords."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from stallage.backup.errors import BackupError
from stallage.core.embedded.binaries import ENVIRONMENT, client_programs
from stallage.settings import Settings

# Variables that locate a server; asyncpg reads the same ones.
_INHERITED = (
    *("HOME", "PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGPASSFILE"),
    *("PGSSLMODE", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL"),
)
_MAX_ERROR = 2000
"""Bytes of a program's error output that are searched for a message."""


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder of PostgreSQL's client programs and their major version."""

    folder: Path
    major: int

    def path(self, name: str) -> str:
        """Return the path of a program, such as `pg_dump`."""
        return str(self.folder / name)


@dataclass(frozen=True, slots=True)
class Server:
    """How programs connect to a database: an address without password, and their environment."""

    address: str
    environment: dict[str, str] = field(repr=False)


def locate_programs(settings: Settings) -> Programs:
    """Return the programs in the configured folder, or else those installed with the shop.

    Raises BackupError if they do not run, EmbeddedUnavailable if the package is missing.
    """
    folder = Path(settings.postgresql_programs) if settings.postgresql_programs else None
    folder = folder or client_programs()
    try:
        version = subprocess.run(
            [folder / "pg_dump", "--version"],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise BackupError(f"The program {folder / 'pg_dump'} does not run: {error}") from error
    match = re.search(r"\d+", version)
    if match is None:
        raise BackupError(f"The program {folder / 'pg_dump'} does not print its version.")
    return Programs(folder, int(match.group()))


def check_version(programs: Programs, server_major: int) -> None:
    """Raise BackupError if the server is newer than the programs, which then cannot read it."""
    if server_major > programs.major:
        raise BackupError(
            f"The database is PostgreSQL {server_major}, but pg_dump in {programs.folder} is "
            f"{programs.major}: it cannot read a newer server. Install the programs of PostgreSQL "
            f"{server_major} and set STALLAGE_POSTGRESQL_PROGRAMS to their folder."
        )


def server_from_dsn(dsn: str) -> Server:
    """Move the password of an address to the environment: any user can read a command line."""
    parts = urlsplit(dsn)
    environment = {**ENVIRONMENT, **{n: os.environ[n] for n in _INHERITED if n in os.environ}}
    login, at, host = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    query = parse_qsl(parts.query, keep_blank_values=True)
    password = unquote(password) or dict(query).get("password", "")
    if password:
        environment["PGPASSWORD"] = password
    rest = urlencode([pair for pair in query if pair[0] != "password"])
    address = f"{parts.scheme}://{user}{at}{host}{parts.path}"
    return Server(f"{address}?{rest}" if rest else address, environment)


class RunningProgram:
    """A running program and its error output."""

    def __init__(self, process: subprocess.Popen[bytes], name: str, errors: IO[bytes]) -> None:
        self.process = process
        self._name = name
        self._errors = errors

    @property
    def stdin(self) -> IO[bytes]:
        """Its standard input, which must be a pipe."""
        if self.process.stdin is None:
            raise RuntimeError("the program has no input")
        return self.process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """Its standard output, which must be a pipe."""
        if self.process.stdout is None:
            raise RuntimeError("the program has no output")
        return self.process.stdout

    def check(self) -> None:
        """Wait for the end. Raises BackupError with the program's error message."""
        if self.process.wait() != 0:
            raise BackupError(f"{self._name} failed: {self.error_message()}")

    def error_message(self) -> str:
        """Return the first error that the program printed."""
        self._errors.seek(0)
        output = self._errors.read(_MAX_ERROR).decode(errors="replace").strip()
        lines = re.findall(r"(?:error|ERROR|FATAL):\s*(.+)", output) or output.splitlines()
        return lines[0] if lines else f"exit status {self.process.returncode}"


@contextmanager
def run_program(
    programs: Programs,
    name: str,
    *arguments: str,
    environment: dict[str, str],
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
) -> Iterator[RunningProgram]:
    """Run a program while the context lasts; kill it if it is still running at the end."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [programs.path(name), *arguments],
            env=environment,
            stdin=stdin,
            stdout=stdout,
            stderr=errors,
        )
        try:
            yield RunningProgram(process, name, errors)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        return  # The program ended before it read everything; its exit status is checked elsewhere.
