"""Joins or starts the server for one process, keeps it running, and leaves it."""

import logging
import os
import select
import threading
import time

from stallage.core.embedded import cluster, postmaster
from stallage.core.embedded.binaries import Binaries
from stallage.core.embedded.failure import EmbeddedUnavailable, error_from_os_error
from stallage.core.embedded.folder import Folder, claim_cluster
from stallage.core.embedded.locks import FileLock, hold_lock
from stallage.core.embedded.postmaster import Postmaster

_LOCK_TIMEOUT = 150.0  # Seconds to wait while another process starts the server, with recovery.
_STRAYS_END_WITHIN = 2.0  # Seconds until server processes notice that their postmaster is gone.
_GIVE_UP_AFTER = 40.0
_LONGEST_PAUSE = 30.0

_log = logging.getLogger(__name__)


class Supervisor:
    """Every process watches the server; the first one to notice that it ended restarts it."""

    def __init__(self, folder: Folder, binaries: Binaries, *, durable: bool) -> None:
        self._folder = folder
        self._binaries = binaries
        self._durable = durable
        self._process = os.getpid()
        self._wake, self._woken = os.pipe()[::-1]
        self._left = False
        self._membership = FileLock(folder.users_lock)
        try:
            with hold_lock(folder.start_lock, _LOCK_TIMEOUT):
                alone = self._membership.try_exclusive()
                if not self._membership.try_shared():
                    # A leaving process holds it exclusively only under the start lock, which we hold.
                    raise EmbeddedUnavailable(
                        f"The database in {folder.root} is being restored or upgraded, or a program "
                        f"other than Stallage holds {folder.users_lock}. Wait until it ends."
                    )
                self._server = self._ensure()
        except BaseException:
            self._close()
            raise
        self.owner = alone
        self._watcher = threading.Thread(target=self._watch, name="postgres-watcher", daemon=True)
        self._watcher.start()

    def leave(self) -> None:
        """Leave, and stop the server if no other process uses it. Safe to call twice."""
        if self._left or os.getpid() != self._process:
            return
        self._left = True
        os.write(self._wake, b"\0")
        self._watcher.join()
        with hold_lock(self._folder.start_lock, _LOCK_TIMEOUT):
            if self._membership.try_exclusive():
                self._stop()
            else:
                self._hand_over()
            self._close()

    def _stop(self) -> None:
        server = self._server
        if server.has_ended():
            # We have not restarted it, but another process may have.
            server.close()
            successor = postmaster.find(self._folder)
            if successor is None:
                return
            server = successor
        postmaster.stop(self._folder, server)

    def _hand_over(self) -> None:
        if self._server.child is not None and not self._server.has_ended():
            postmaster.release(self._server.child)
        self._server.close()

    def _close(self) -> None:
        self._membership.close()
        os.close(self._wake)
        os.close(self._woken)

    def _ensure(self) -> Postmaster:
        """Find the running server or start one. The caller holds the start lock."""
        cluster.check_durability(self._folder, durable=self._durable)
        with FileLock(self._folder.server_lock) as lock:
            return self._find(lock) or self._start(lock)

    def _find(self, lock: FileLock) -> Postmaster | None:
        """Return the running server, or None with `lock` held, which proves that none is running."""
        began = time.monotonic()
        while not lock.try_exclusive():
            server = postmaster.find(self._folder)
            if server is not None:
                if postmaster.wait_until_ready(self._folder, server):
                    return server
                server.close()
            waited = time.monotonic() - began
            if waited > _GIVE_UP_AFTER:
                raise EmbeddedUnavailable(
                    f"A server on another machine or container uses {self._folder.root}. "
                    "Stop it there and start again."
                )
            if waited > _STRAYS_END_WITHIN:
                postmaster.kill_strays(self._folder)
            time.sleep(0.01)
        return None

    def _start(self, lock: FileLock) -> Postmaster:
        folder, binaries, durable = self._folder, self._binaries, self._durable
        claim_cluster(folder)
        cluster.delete_stale_files(folder)
        if not folder.cluster.exists():
            cluster.create_cluster(folder, binaries, lock_fd=lock.fd, durable=durable)
        cluster.check_version(folder, binaries)
        return postmaster.launch(folder, binaries, lock_fd=lock.fd, durable=durable)

    def _watch(self) -> None:
        """Restart the server whenever it ends, until this process leaves."""
        pause = 0.0
        while True:
            began = time.monotonic()
            if self._wait_for_leave(self._server.pidfd, None):
                return
            _log.warning("PostgreSQL (pid %d) has ended; restarting it", self._server.pid)
            # Back off if the server keeps ending soon after its start.
            pause = 0.0 if time.monotonic() - began > _LONGEST_PAUSE else _longer(pause)
            while not self._wait_for_leave(None, pause):
                if self._restart():
                    break
                pause = _longer(pause)
            else:
                return

    def _restart(self) -> bool:
        self._server.has_ended()  # Reaps it if it was our child.
        try:
            with hold_lock(self._folder.start_lock, _LOCK_TIMEOUT):
                successor = self._ensure()
        except EmbeddedUnavailable as error:
            _log.error("%s", error)
            return False
        except OSError as error:
            _log.error("%s", error_from_os_error(error, self._folder.root))
            return False
        self._server.close()
        self._server = successor
        _log.info("PostgreSQL is running again (pid %d)", successor.pid)
        return True

    def _wait_for_leave(self, pidfd: int | None, timeout: float | None) -> bool:
        """Wait for `leave`, the server's end (`pidfd`) or the timeout; return whether it was `leave`."""
        poller = select.poll()
        poller.register(self._woken, select.POLLIN)
        if pidfd is not None:
            poller.register(pidfd, select.POLLIN)
        events = poller.poll(None if timeout is None else timeout * 1000)
        return any(fd == self._woken for fd, _ in events)


def _longer(pause: float) -> float:
    return min(_LONGEST_PAUSE, pause * 2 or 0.05)
