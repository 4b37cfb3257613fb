"""Runs `stallage` commands in separate processes, on the database of a test's shop.

A fresh interpreter takes more than a second to import the shop, and tests run hundreds of commands. So one
process per test worker imports it once (`python -m tests.command`) and forks for each command.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple, NoReturn

from stallage.settings import Settings
from tests.plugins.installing import forget_plugins

SERVER = Path(__file__).parents[1]
LONGEST_REQUEST = 2**20
"""Maximum bytes of the arguments and environment of a command."""


class CommandResult(NamedTuple):
    """The exit status and output of a command."""

    status: int
    output: str
    errors: str


async def run_stallage(settings: Settings, *words: str | Path) -> CommandResult:
    """Run a command. Fails the test if it prints a traceback."""
    done = await run_command(
        words,
        {
            **os.environ,
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
        },
    )
    assert "Traceback" not in done.errors
    return done


async def run_command(
    words: tuple[str | Path, ...], environment: Mapping[str, str], folder: Path | None = None
) -> CommandResult:
    """Run a command in `folder` with this environment and empty standard input."""
    request = {
        "words": [str(word) for word in words],
        "environment": dict(environment),
        "folder": str(folder or Path.cwd()),
    }
    parent = _parent()
    pipes = [os.pipe() for _ in range(3)]
    socket.send_fds(parent, [json.dumps(request).encode()], [write for _, write in pipes])
    for _, write in pipes:
        os.close(write)
    output, errors, status = await asyncio.gather(
        *(asyncio.to_thread(_read_all, os.fdopen(read, "rb")) for read, _ in pipes)
    )
    return CommandResult(int(status), output.decode(), errors.decode())


def _read_all(pipe: IO[bytes]) -> bytes:
    with pipe:
        return pipe.read()


@cache
def _parent() -> socket.socket:
    """Connection to the process that forks for each command. Both end with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            cwd=SERVER,
            # Not with the plug-ins of the first test that runs a command.
            env={**os.environ, "PYTHONPATH": str(SERVER)},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )

    @atexit.register
    def end() -> None:
        ours.close()
        process.wait()

    return ours


def _serve_forks(connection: socket.socket) -> None:
    """Fork for each request until the connection closes. In the forked process, return only
    after its command."""
    # Children are reaped automatically.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, descriptors, _, _ = socket.recv_fds(connection, LONGEST_REQUEST, 3)
        if not message:
            return
        if os.fork() == 0:
            connection.close()
            _run_and_report(json.loads(message), *descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)


def _run_and_report(request: dict[str, object], output: int, errors: int, report: int) -> None:
    """Run the command in a child and write its exit status. Returns only in the child."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(report)
        _run(request, output, errors)
        return
    os.close(output)
    os.close(errors)
    _, status = os.waitpid(child, 0)
    os.write(report, str(os.waitstatus_to_exitcode(status)).encode())
    _exit()


def _exit() -> NoReturn:
    # Skip the cleanup, which is the parent's.
    os._exit(0)


def _run(request: dict[str, object], output: int, errors: int) -> None:
    """Run `python -m stallage` in this process."""
    for descriptor, place in ((output, 1), (errors, 2)):
        os.dup2(descriptor, place)
        os.close(descriptor)
    words, environment = request["words"], request["environment"]
    assert isinstance(words, list)
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(str(request["folder"]))
    _see_packages(environment.get("PYTHONPATH", ""))
    sys.argv = ["stallage", *words]
    runpy.run_module("stallage", run_name="__main__", alter_sys=True)


def _see_packages(folders: str) -> None:
    """Look for packages where a new interpreter with this PYTHONPATH does."""
    added = [folder for folder in folders.split(os.pathsep) if folder and folder not in sys.path]
    if added:
        sys.path[:0] = added
        forget_plugins()


def _main() -> None:
    """Import what commands use, and serve the connection whose descriptor is the only argument."""
    import stallage.cli  # noqa: PLC0415 - only the parent of commands needs it
    from stallage.features import parts  # noqa: PLC0415

    assert stallage.cli.app
    for kind in ("cli", "jobs", "personal_data", "invariants"):
        parts(kind)
    # Keep memory pages shared with children: the garbage collector would write to them.
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        _serve_forks(connection)


if __name__ == "__main__":
    _main()
