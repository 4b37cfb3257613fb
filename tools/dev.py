"""Serves a demo shop for development: the server, restarted when its code changes, and the client with Vite.

Run by `make dev`. The shop's data is in `.dev/`; delete the folder for a new shop. Ctrl-C stops everything.
`PORT` is Vite's port (5173, or any free port if that is taken), `HOST` its address.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from stallage.process import open_database
from stallage.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(os.environ.get("STALLAGE_DEV_FOLDER") or ROOT / ".dev")
SOURCES = ROOT / "server/stallage"
USUAL_PORT = 5173
POLL_SECONDS = 0.5
STOP_SECONDS = 30


def free_port(host: str, port: int = 0) -> int:
    """Return the port if it is free, else another one. Raises OSError if none is available."""
    try:
        with socket.create_server((host, port)) as probe:
            found: int = probe.getsockname()[1]
            return found
    except OSError:
        if port == 0:
            raise
        return free_port(host)


def code() -> dict[Path, int]:
    """Return the modification times of the server's modules."""
    found = {}
    for path in SOURCES.rglob("*.py"):
        # An editor may replace the file at this moment.
        with suppress(FileNotFoundError):
            found[path] = path.stat().st_mtime_ns
    return found


def start(*words: str | Path, cwd: Path = ROOT, **variables: str) -> subprocess.Popen[bytes]:
    # A separate process group: Ctrl-C reaches only this process, which stops the others.
    return subprocess.Popen(
        words,
        cwd=cwd,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a process and its children."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
            return


@contextmanager
def running(*words: str | Path, cwd: Path = ROOT, **variables: str) -> Iterator[None]:
    process = start(*words, cwd=cwd, **variables)
    try:
        yield
    finally:
        stop(process)


def serve(port: int, public_url: str, greeting: str) -> NoReturn:
    """Run the server until this process ends; restart it after each change of the code."""
    process = None
    try:
        while True:
            seen = code()
            process = start(
                *(sys.executable, "-m", "stallage", "serve", "--port", str(port)),
                STALLAGE_PUBLIC_URL=public_url,
            )
            wait_until_ready(process, port)
            print(greeting, flush=True)
            while code() == seen:
                time.sleep(POLL_SECONDS)
            print("The code has changed. Restarting the server.", flush=True)
            stop(process)
    finally:
        if process is not None:
            stop(process)


def wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until the server answers or has ended; in that case the next change restarts it."""
    while process.poll() is None:
        with suppress(URLError, HTTPError, OSError), urlopen(f"http://127.0.0.1:{port}/readyz"):
            return
        time.sleep(POLL_SECONDS / 5)


def end(number: int, _frame: FrameType | None) -> NoReturn:
    # A second Ctrl-C must not interrupt the cleanup.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number if number != signal.SIGINT else 0)


def main() -> None:
    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    host = os.environ.get("HOST") or "127.0.0.1"
    requested = os.environ.get("PORT")
    port = int(requested) if requested else free_port(host, USUAL_PORT)
    server_port = free_port("127.0.0.1")
    public_url = f"http://{host}:{port}"
    os.environ["STALLAGE_DATA_DIR"] = str(FOLDER)
    os.environ.setdefault("STALLAGE_COMMAND", "./stallage")
    settings = Settings()
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    vite = ROOT / "web/node_modules/.bin/vite"
    # The database keeps running while the server restarts.
    with open_database(settings):
        if subprocess.run([sys.executable, "-m", "stallage", "demo"], check=False).returncode != 0:
            raise SystemExit(1)
        with running(
            *(vite, "--host", host, "--port", str(port), "--strictPort", "--logLevel", "warn"),
            cwd=ROOT / "web",
            # The Node.js of the client's packages, which npm would use as well.
            PATH=f"{vite.parent}{os.pathsep}{os.environ.get('PATH', '')}",
            STALLAGE_DEV_SERVER=f"http://127.0.0.1:{server_port}",
        ):
            greeting = (
                f"\nThe shop is at {public_url} (server at http://127.0.0.1:{server_port}, data in {FOLDER})."
                "\nChanges take effect at once. Ctrl-C stops both.\n"
            )
            serve(server_port, public_url, greeting)


if __name__ == "__main__":
    main()
