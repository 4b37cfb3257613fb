"""PostgreSQL's own programs: found, checked against the server, and run without showing a password."""

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

# What says how to reach a server; asyncpg reads the same from the environment.
_PASSED_ON = (
    *("HOME", "PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGPASSFILE"),
    *("PGSSLMODE", "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL"),
)
_SHOWN = 2000
"""Bytes of a program's complaint that are looked at."""


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder of PostgreSQL's client programs and their major version."""

    folder: Path
    major: int

    def path(self, name: str) -> str:
        """The path of a program, such as `pg_dump`."""
        return str(self.folder / name)


@dataclass(frozen=True, slots=True)
class Server:
    """How programs reach a database: an address without password, and their environment."""

    address: str
    environment: dict[str, str] = field(repr=False)


def programs_for(settings: Settings) -> Programs:
    """The programs in the configured folder, or those that came with the shop.

    Raises BackupError where they do not run, EmbeddedUnavailable where the package is missing.
    """
    folder = Path(settings.postgresql_programs) if settings.postgresql_programs else None
    folder = folder or client_programs()
    try:
        said = subprocess.run(
            [folder / "pg_dump", "--version"],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise BackupError(f"The program {folder / 'pg_dump'} does not run: {error}") from error
    match = re.search(r"\d+", said)
    if match is None:
        raise BackupError(f"The program {folder / 'pg_dump'} does not say its version.")
    return Programs(folder, int(match.group()))


def check_version(programs: Programs, server_major: int) -> None:
    """Raises BackupError where the server is newer than the programs, which then cannot read it."""
    if server_major > programs.major:
        raise BackupError(
            f"The database is PostgreSQL {server_major}, and pg_dump in {programs.folder} is "
            f"{programs.major}: it cannot read a newer server. Install the programs of PostgreSQL "
            f"{server_major} and set STALLAGE_POSTGRESQL_PROGRAMS to their folder."
        )


def server_at(dsn: str) -> Server:
    """Take the password out of an address: a command line can be read by every user."""
    parts = urlsplit(dsn)
    environment = {**ENVIRONMENT, **{n: os.environ[n] for n in _PASSED_ON if n in os.environ}}
    login, at, host = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    query = parse_qsl(parts.query, keep_blank_values=True)
    password = unquote(password) or dict(query).get("password", "")
    if password:
        environment["PGPASSWORD"] = password
    rest = urlencode([pair for pair in query if pair[0] != "password"])
    address = f"{parts.scheme}://{user}{at}{host}{parts.path}"
    return Server(f"{address}?{rest}" if rest else address, environment)


class Running:
    """A program at work, with its complaints kept for one sentence."""

    def __init__(self, process: subprocess.Popen[bytes], name: str, errors: IO[bytes]) -> None:
        self.process = process
        self._name = name
        self._errors = errors

    @property
    def stdin(self) -> IO[bytes]:
        """Its input, where that is a pipe."""
        if self.process.stdin is None:
            raise RuntimeError("the program has no input")
        return self.process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """Its output, where that is a pipe."""
        if self.process.stdout is None:
            raise RuntimeError("the program has no output")
        return self.process.stdout

    def check(self) -> None:
        """Wait for the end. Raises BackupError with what the program complained of."""
        if self.process.wait() != 0:
            raise BackupError(f"{self._name} failed: {self.complaint()}")

    def complaint(self) -> str:
        """The first error that the program wrote."""
        self._errors.seek(0)
        said = self._errors.read(_SHOWN).decode(errors="replace").strip()
        lines = re.findall(r"(?:error|ERROR|FATAL):\s*(.+)", said) or said.splitlines()
        return lines[0] if lines else f"it ended with {self.process.returncode}"


@contextmanager
def running(
    programs: Programs,
    name: str,
    *arguments: str,
    environment: dict[str, str],
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
) -> Iterator[Running]:
    """Run a program; it is ended where the context is left early."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [programs.path(name), *arguments],
            env=environment,
            stdin=stdin,
            stdout=stdout,
            stderr=errors,
        )
        try:
            yield Running(process, name, errors)
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
        return  # The program has ended and no longer reads; its own error says why.
