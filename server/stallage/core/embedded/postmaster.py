"""The server process: found, launched, watched and stopped by facts of the kernel.

A pid file can lie: its number may belong to another process by now, or to a zombie. Here a process
counts as our server only when it is called postgres and works inside our cluster folder.
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
from stallage.core.embedded.failure import EmbeddedUnavailable, from_log
from stallage.core.embedded.folder import Folder

_READY_WITHIN = 120.0  # Seconds; replaying max_wal_size takes a few on a slow disk.
_STOPPED_WITHIN = 30.0
_LOGGED_WITHIN = 5.0

# What supervision relies on is said on the command line, where no configuration file overrides it.
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
    """A server process of this machine; `child` only in the process that launched it."""

    pid: int
    pidfd: int
    child: subprocess.Popen[bytes] | None = None

    def ended(self, patience: float = 0.0) -> bool:
        """Whether the process has ended, a zombie included, within `patience` seconds."""
        poller = select.poll()
        poller.register(self.pidfd, select.POLLIN)
        over = bool(poller.poll(patience * 1000))
        if over and self.child is not None:
            self.child.wait()
        return over

    def send(self, number: signal.Signals) -> None:
        try:
            signal.pidfd_send_signal(self.pidfd, number)
        except ProcessLookupError:
            return  # It has ended by itself, which is what every signal here asks for.

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
    """Start the server and wait until it takes connections; it outlives this process.

    Servers before 16 leave their working folder at the start and must be able to come back, which
    closed parents prevent: they get a descriptor of the cluster folder instead.
    """
    place = INSIDE if folder_fd is None else f"/proc/self/fd/{folder_fd}"
    fixed = ("-D", place, *_FIXED)
    command = [str(binaries.postgres), *fixed, *(() if durable else _NOT_DURABLE)]
    logged = _log_sizes(folder)
    # What it says before its own log opens goes to memory: a full disk would swallow the reason.
    with os.fdopen(os.memfd_create("postgres-start"), "w+b") as output:
        # A session of its own: Ctrl-C in the terminal reaches Stallage, not the server.
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
            said = output.read().decode(errors="replace")
            raise from_log(_logged_since(folder, logged) + said, folder.root)
    return postmaster


def find(folder: Folder) -> Postmaster | None:
    """The live server that works on this folder, if the pid file leads to one."""
    lines = _pid_file(folder)
    if not lines or not lines[0].isdecimal():
        return None
    pid = int(lines[0])
    try:
        # Opened before the checks: from here on the number cannot pass to another process.
        pidfd = os.pidfd_open(pid)
    except (OSError, OverflowError):
        return None
    if _works_in(pid, {"postgres"}, [folder.cluster]):
        return Postmaster(pid, pidfd)
    os.close(pidfd)
    return None


def wait_until_ready(folder: Folder, postmaster: Postmaster) -> bool:
    """True once the server takes connections, False once it has ended.

    Raises EmbeddedUnavailable when neither comes to pass.
    """
    deadline = time.monotonic() + _READY_WITHIN
    while not postmaster.ended(patience=0.01):
        lines = _pid_file(folder)
        # The eighth line is the server's own word on its state, the one that pg_ctl reads.
        if len(lines) >= 8 and lines[0] == str(postmaster.pid) and lines[7].strip() == "ready":
            return True
        if time.monotonic() > deadline:
            raise EmbeddedUnavailable(
                f"PostgreSQL has been recovering {folder.root} for {_READY_WITHIN:.0f} seconds. "
                f"It goes on; follow its log in {folder.cluster}/log and start again afterwards."
            )
    return False


def stop(folder: Folder, postmaster: Postmaster) -> None:
    """End the server: open transactions are rolled back, and if that takes long, harder means."""
    # PostgreSQL's words: fast shutdown, immediate shutdown.
    for number, patience in ((signal.SIGINT, _STOPPED_WITHIN), (signal.SIGQUIT, 5.0)):
        postmaster.send(number)
        if postmaster.ended(patience):
            break
        _log.warning("PostgreSQL has not ended %.0f s after %s", patience, number.name)
    else:
        postmaster.send(signal.SIGKILL)
        postmaster.ended(5.0)
    postmaster.close()
    kill_strays(folder)


def kill_strays(folder: Folder) -> None:
    """Kill server processes whose postmaster is gone; they would keep the data locked."""
    for stray in _processes(folder):
        stray.send(signal.SIGKILL)
        stray.close()


def _wait_for_log(folder: Folder) -> None:
    """The process that writes the log ends after the server, once it has written all that was said."""
    deadline = time.monotonic() + _LOGGED_WITHIN
    for process in _processes(folder):
        process.ended(max(deadline - time.monotonic(), 0.0))
        process.close()


def _processes(folder: Folder) -> Iterator[Postmaster]:
    """Those of PostgreSQL that work in this folder, of whatever server."""
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
    """Leave a server to others; when it ends it must still not stay behind as our zombie."""
    threading.Thread(target=child.wait, name="postgres-reaper", daemon=True).start()


def _works_in(pid: int, names: set[str], folders: list[Path]) -> bool:
    try:
        name = Path(f"/proc/{pid}/comm").read_text().strip()
        place = Path(f"/proc/{pid}/cwd").stat()
    except OSError:
        return False  # A zombie has no working folder; a stranger's is not shown to us.
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
    said = ""
    for path in folder.cluster.glob("log/*.log"):
        with path.open("rb") as log:
            log.seek(max(sizes.get(path, 0), path.stat().st_size - 20_000))
            said += log.read().decode(errors="replace")
    return said
