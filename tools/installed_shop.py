"""A shop that was installed from the wheel, and its server, for `package_test.py`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[1]

TIMEOUT_SECONDS = 120
"""For each wait. Only ends a hanging test."""


class Failure(Exception):
    """A failed check."""


def expect(condition: object, message: str) -> None:
    """Fail the test with the message unless the condition is true."""
    if not condition:
        raise Failure(message)


def run(*words: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """Run a program and return its output. Fails the test on an error."""
    done = subprocess.run(
        words,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    expect(done.returncode == 0, f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment with the wheel, and the folder that its commands run in."""

    programs: Path
    folder: Path
    cache: Path
    """Folder for copies of PostgreSQL's programs, for a user who cannot read the environment."""

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.folder.with_name(f"{self.folder.name}.log")

    @property
    def postmaster(self) -> Path:
        """PostgreSQL's pid file, which exists while it runs."""
        return self.folder / ".stallage/postgres/cluster/postmaster.pid"

    def environment(self) -> dict[str, str]:
        """Return the complete environment of a command."""
        return {
            "PATH": str(self.programs),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "CACHE_DIRECTORY": str(self.cache),
        }

    def run(self, *words: str) -> str:
        """Run a program of the environment and return its output. Fails the test on an error."""
        return run(
            str(self.programs / words[0]), *words[1:], cwd=self.folder, env=self.environment()
        )


@contextmanager
def serving(shop: Installation) -> Iterator[httpx.Client]:
    """Run the shop and yield a client. It must stop cleanly."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with shop.log.open("wb") as log:
        server = subprocess.Popen(
            [shop.programs / "stallage", "serve", "--port", str(port)],
            cwd=shop.folder,
            env=shop.environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        with httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT_SECONDS, trust_env=False
        ) as client:
            wait_until(lambda: is_ready(server, client), "The shop is not ready.")
            yield client
        server.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            server.wait(TIMEOUT_SECONDS)
        expect(server.returncode == 0, f"After SIGTERM the server ended with {server.returncode}.")
        expect(not shop.postmaster.exists(), "PostgreSQL runs on after the server.")
    finally:
        end(server, shop)


def is_ready(server: subprocess.Popen[bytes], client: httpx.Client) -> bool:
    """Whether the shop can serve. Fails the test if it has ended."""
    expect(server.poll() is None, f"The server ended with {server.returncode}.")
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def wait_until(condition: Callable[[], bool], message: str) -> None:
    """Wait for a condition. Fails the test after a timeout."""
    last = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        expect(time.monotonic() < last, message)
        time.sleep(0.05)


def end(server: subprocess.Popen[bytes], shop: Installation) -> None:
    """Stop all processes after a failure."""
    if server.poll() is None:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(TIMEOUT_SECONDS)
    if server.poll() is None:
        server.kill()
        server.wait()
    with suppress(OSError, ValueError, IndexError):
        os.kill(int(shop.postmaster.read_text().split()[0]), signal.SIGQUIT)
