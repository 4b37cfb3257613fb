"""Finds, launches, watches and stops the server process.

A pid file is not reliable: its pid may belong to another process by now, or to a zombie. A process only
counts as our server if its name is postgres and its working directory is our cluster folder.
"""

import logging
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stallage.core.embedded.binaries import ENVIRONMENT, Binaries
from stallage.core.embedded.cluster import INSIDE, PORT
from stallage.core.embedded.failure import EmbeddedUnavailable, error_from_log
from stallage.core.embedded.folder import Folder

_READY_WITHIN = 120.0  # Seconds; replaying max_wal_size takes a few on a slow disk.
_STOPPED_WITHIN = 30.0
_LOGGED_WITHIN = 5.0

# Settings that supervision relies on are on the command line, which overrides configuration files.
_FIXED = (
    *("-p", str(PORT), "-k", ".", "-h", ""),
    *("-c", "unix_socket_permissions=0700", "-c", "cluster_name=stallage"),
    *("-c", "logging_collector=on", "-c", "lc_messages=C"),
)
_NOT_DURABLE = tuple(
    part
    for name in ("fsync", "synchronous_commit", "full_page_writes")
    for part in ("-c", f"{name}=off")
)

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Postmaster:
    """A server process; `child` is set only in the process that launched it."""

    pid: int
    pidfd: int
    child: subprocess.Popen[bytes] | None = None

    def has_ended(self, timeout: float = 0.0) -> bool:
        """Wait up to `timeout` seconds for the process to end; a zombie has ended."""
        poller = select.poll()
        poller.register(self.pidfd, select.POLLIN)
        ended = bool(poller.poll(timeout * 1000))
        if ended and self.child is not None:
            self.child.wait()
        return ended

    def send(self, number: signal.Signals) -> None:
        try:
            signal.pidfd_send_signal(self.pidfd, number)
        except ProcessLookupError:
            return  # It has already ended, which is the purpose of every signal sent here.

    def close(self) -> None:
        os.close(self.pidfd)


def launch(
    folder: Folder,
    binaries: Binaries,
    *,
    lock_fd: int,
    durable: bool,
    folder_fd: int | None = None,
) -> Postmaster:
    """Start the server and wait until it accepts connections; it outlives this process.

    Servers before version 16 leave their working directory and return to it, which closed parent
    folders prevent. They need `folder_fd`, a descriptor of the cluster folder.
    """
    place = INSIDE if folder_fd is None else f"/proc/self/fd/{folder_fd}"
    fixed = ("-D", place, *_FIXED)
    command = [str(binaries.postgres), *fixed, *(() if durable else _NOT_DURABLE)]
    logged = _log_sizes(folder)
    # Output before its own log opens goes to memory, because the disk may be full.
    with os.fdopen(os.memfd_create("postgres-start"), "w+b") as output:
        # In a session of its own, so that Ctrl-C in the terminal does not reach the server.
        child = subprocess.Popen(
            command,
            cwd=folder.cluster if folder_fd is None else "/",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            umask=0o077,
            pass_fds=[lock_fd, *([] if folder_fd is None else [folder_fd])],
            start_new_session=True,
            **folder.account.identity(),
        )
        postmaster = Postmaster(child.pid, os.pidfd_open(child.pid), child)
        try:
            ready = wait_until_ready(folder, postmaster)
        except BaseException:
            postmaster.close()
            release(child)
            raise
        if not ready:
            postmaster.close()
            _wait_for_log(folder)
            output.seek(0)
            text = output.read().decode(errors="replace")
            raise error_from_log(_logged_since(folder, logged) + text, folder.root)
    return postmaster


def find(folder: Folder) -> Postmaster | None:
    """Return the running server of this folder if the pid file names one, or None."""
    lines = _pid_file(folder)
    if not lines or not lines[0].isdecimal():
        return None
    pid = int(lines[0])
    try:
        # Opened before the checks: from now on the pid cannot be reused.
        pidfd = os.pidfd_open(pid)
    except (OSError, OverflowError):
        return None
    if _works_in(pid, {"postgres"}, [folder.cluster]):
        return Postmaster(pid, pidfd)
    os.close(pidfd)
    return None


def wait_until_ready(folder: Folder, postmaster: Postmaster) -> bool:
    """Return True once the server accepts connections, False once it has ended.

    Raises EmbeddedUnavailable if neither happens in time.
    """
    deadline = time.monotonic() + _READY_WITHIN
    while not postmaster.has_ended(timeout=0.01):
        lines = _pid_file(folder)
        # The server writes its state to the eighth line, which pg_ctl reads too.
        if len(lines) >= 8 and lines[0] == str(postmaster.pid) and lines[7].strip() == "ready":
            return True
        if time.monotonic() > deadline:
            raise EmbeddedUnavailable(
                f"PostgreSQL has been recovering {folder.root} for {_READY_WITHIN:.0f} seconds. "
                f"It is still running; follow its log in {folder.cluster}/log and start again later."
            )
    return False


def stop(folder: Folder, postmaster: Postmaster) -> None:
    """Stop the server with a fast shutdown, then an immediate one, then SIGKILL."""
    for number, timeout in ((signal.SIGINT, _STOPPED_WITHIN), (signal.SIGQUIT, 5.0)):
        postmaster.send(number)
        if postmaster.has_ended(timeout):
            break
        _log.warning("PostgreSQL has not stopped %.0f s after %s", timeout, number.name)
    else:
        postmaster.send(signal.SIGKILL)
        postmaster.has_ended(5.0)
    postmaster.close()
    kill_strays(folder)


def kill_strays(folder: Folder) -> None:
    """Kill server processes whose postmaster is gone, because they keep the data locked."""
    for stray in _processes(folder):
        stray.send(signal.SIGKILL)
        stray.close()


def _wait_for_log(folder: Folder) -> None:
    """Wait for the log writer, which ends after the server once it has written everything."""
    deadline = time.monotonic() + _LOGGED_WITHIN
    for process in _processes(folder):
        process.has_ended(max(deadline - time.monotonic(), 0.0))
        process.close()


def _processes(folder: Folder) -> Iterator[Postmaster]:
    """Yield all PostgreSQL processes that work in this folder, of any server."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        pid = int(entry.name)
        try:
            pidfd = os.pidfd_open(pid)
        except OSError:
            continue  # It has ended since the listing.
        if _works_in(pid, {"postgres", "initdb"}, [folder.cluster, folder.draft]):
            yield Postmaster(pid, pidfd)
        else:
            os.close(pidfd)


def release(child: subprocess.Popen[bytes]) -> None:
    """Stop watching a child, but reap it when it ends."""
    threading.Thread(target=child.wait, name="postgres-reaper", daemon=True).start()


def _works_in(pid: int, names: set[str], folders: list[Path]) -> bool:
    try:
        name = Path(f"/proc/{pid}/comm").read_text().strip()
        place = Path(f"/proc/{pid}/cwd").stat()
    except OSError:
        return False  # It is a zombie, or belongs to another user.
    return name in names and any(
        folder.exists() and os.path.samestat(place, folder.stat()) for folder in folders
    )


def _pid_file(folder: Folder) -> list[str]:
    try:
        return (folder.cluster / "postmaster.pid").read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _log_sizes(folder: Folder) -> dict[Path, int]:
    return {path: path.stat().st_size for path in folder.cluster.glob("log/*.log")}


def _logged_since(folder: Folder, sizes: dict[Path, int]) -> str:
    text = ""
    for path in folder.cluster.glob("log/*.log"):
        with path.open("rb") as log:
            log.seek(max(sizes.get(path, 0), path.stat().st_size - 20_000))
            text += log.read().decode(errors="replace")
    return text
