"""Loads the dump of a backup into a database, in one transaction."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO

from stallage.backup.archive import CHUNK
from stallage.backup.programs import Programs, Running, Server, running
from stallage.core.embedded.binaries import ENVIRONMENT

_UNKNOWN_BEFORE_17 = b"SET transaction_timeout = 0;\n"
"""pg_restore writes it for every server, and servers before 17 refuse it."""


def load(
    programs: Programs, server: Server, dump: Iterable[bytes], *, before: str = "", after: str = ""
) -> None:
    """Run the dump as one transaction between two scripts. Raises BackupError; then nothing happened.

    `dump` is a custom-format dump in chunks.
    """
    arguments = (
        *("--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--output=/dev/null"),
        f"--dbname={server.address}",
    )
    with running(
        programs,
        "psql",
        *arguments,
        environment=server.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as client:
        try:
            client.stdin.write(f"BEGIN;\n{before}\n".encode())
            for chunk in _script(programs, dump):
                client.stdin.write(chunk)
            # The dump's own search path is empty.
            client.stdin.write(f"\nSET search_path = public;\n{after}\nCOMMIT;\n".encode())
            client.stdin.close()
        except BrokenPipeError:
            pass  # It has stopped at an error, which `check` tells.
        client.check()


def _script(programs: Programs, dump: Iterable[bytes]) -> Iterator[bytes]:
    """The dump as SQL. Raises BackupError where pg_restore cannot read it."""
    with running(
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


def _feed(reader: Running, dump: Iterable[bytes], failed: list[BaseException]) -> None:
    try:
        for chunk in dump:
            reader.stdin.write(chunk)
    except BrokenPipeError:
        pass  # It has stopped at an error, which `check` tells.
    except BaseException as error:
        failed.append(error)
    finally:
        with suppress(BrokenPipeError):
            reader.stdin.close()
