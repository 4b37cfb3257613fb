"""Load a database dump in one transaction."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO

from stallage.backup.formats.sealed_tar import CHUNK
from stallage.backup.providers.programs import Programs, RunningProgram, Server, run_program
from stallage.core.embedded.binaries import ENVIRONMENT

_UNKNOWN_BEFORE_17 = b"SET transaction_timeout = 0;\n"
"""pg_restore writes this for every server; servers before 17 reject it."""


def load_dump(
    programs: Programs, server: Server, dump: Iterable[bytes], *, before: str = "", after: str = ""
) -> None:
    """Load a dump, with SQL to run before and after it, in one transaction.

    `dump` is a custom-format dump in chunks. Raises BackupError, and then nothing was changed.
    """
    arguments = (
        *("--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--output=/dev/null"),
        f"--dbname={server.address}",
    )
    with run_program(
        programs,
        "psql",
        *arguments,
        environment=server.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as client:
        try:
            client.stdin.write(f"BEGIN;\n{before}\n".encode())
            for chunk in _dump_as_sql(programs, dump):
                client.stdin.write(chunk)
            # The dump sets an empty search path.
            client.stdin.write(f"\nSET search_path = public;\n{after}\nCOMMIT;\n".encode())
            client.stdin.close()
        except BrokenPipeError:
            pass  # psql stopped at an error, which `check` raises.
        client.check()


def _dump_as_sql(programs: Programs, dump: Iterable[bytes]) -> Iterator[bytes]:
    """Convert a dump to SQL in chunks. Raises BackupError if pg_restore cannot read it."""
    with run_program(
        programs,
        *("pg_restore", "--no-owner", "--no-privileges", "--no-comments", "--file=-"),
        environment=ENVIRONMENT,
        stdin=subprocess.PIPE,
    ) as reader:
        failed: list[BaseException] = []
        feeder = threading.Thread(target=_feed, args=(reader, dump, failed), daemon=True)
        feeder.start()
        head = reader.stdout.read(CHUNK)
        yield head.replace(_UNKNOWN_BEFORE_17, b"", 1)
        yield from _rest(reader.stdout)
        feeder.join()
        if failed:
            raise failed[0]
        reader.check()


def _rest(source: IO[bytes]) -> Iterator[bytes]:
    while chunk := source.read(CHUNK):
        yield chunk


def _feed(reader: RunningProgram, dump: Iterable[bytes], failed: list[BaseException]) -> None:
    try:
        for chunk in dump:
            reader.stdin.write(chunk)
    except BrokenPipeError:
        pass  # pg_restore stopped at an error, which `check` raises.
    except BaseException as error:
        failed.append(error)
    finally:
        with suppress(BrokenPipeError):
            reader.stdin.close()
