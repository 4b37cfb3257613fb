"""Keeps the processes of a shop alive: the web processes and the worker.

A process that ends is started again, with growing pauses where it ends at once each time. A stop asks
all of them to finish and kills what has not after a limit. Nothing outlives the supervisor: a process
whose supervisor is gone stops by itself (`lifeline`). Linux only, like the embedded database.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import structlog

from stallage.lifeline import READY

log = structlog.get_logger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SETTLED_SECONDS = 10.0
"""A process that was ready and lived this long has not died at once."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
KILL_MARGIN_SECONDS = 2.0
"""A process ends itself when its time is up; only one that cannot even do that is killed."""


class StartFailed(Exception):
    """A process of the shop ended before it was ready for the first time."""


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of process: what runs it, how often, and the file descriptors that it inherits."""

    name: str
    command: Sequence[str]
    count: int = 1
    fds: tuple[int, ...] = ()


@dataclass(slots=True)
class _Child:
    """A running process."""

    process: subprocess.Popen[bytes]
    pidfd: int
    lifeline: socket.socket
    ready_at: float | None = None

    def send(self, number: signal.Signals) -> None:
        try:
            signal.pidfd_send_signal(self.pidfd, number)
        except ProcessLookupError:
            return  # It has ended by itself.

    def close(self) -> None:
        self.process.wait()
        self.lifeline.close()
        os.close(self.pidfd)


@dataclass(slots=True)
class _Place:
    """One process of a role, whichever fills it now."""

    role: Role
    name: str
    child: _Child | None = None
    was_ready: bool = False
    pause: float = 0.0
    start_at: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                [*self.role.command, "--lifeline", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(*self.role.fds, theirs.fileno()),
                # Ctrl-C in the terminal reaches the supervisor alone, which stops all in order.
                start_new_session=True,
            )
        self.child = _Child(process, os.pidfd_open(process.pid), ours)
        log.info("process_started", process=self.name, pid=process.pid)

    def note_news(self) -> None:
        """Reads what the process has reported, if anything."""
        assert self.child is not None  # noqa: S101 - asked only about a running process
        if self.child.lifeline.recv(1) == READY:
            self.child.ready_at = time.monotonic()
            self.was_ready = True

    def note_end(self) -> int:
        """Buries the process and decides when the next one starts; its exit status."""
        child, self.child = self.child, None
        assert child is not None  # noqa: S101 - asked only about a running process
        child.close()
        now = time.monotonic()
        if child.ready_at is not None and now - child.ready_at >= SETTLED_SECONDS:
            self.pause, self.start_at = 0.0, now
        else:
            self.wait_longer()
        return child.process.returncode

    def wait_longer(self) -> None:
        """Starts the next process after twice the last pause."""
        self.pause = min(LONGEST_PAUSE, self.pause * 2 or FIRST_PAUSE)
        self.start_at = time.monotonic() + self.pause


class Supervisor:
    """Runs processes until a signal ends them."""

    def __init__(
        self, roles: Sequence[Role], *, stop_seconds: float, on_stop: Callable[[], None]
    ) -> None:
        """`stop_seconds` is how long processes may take to stop; `on_stop` is called as it begins."""
        self._places = [
            _Place(role, f"{role.name} {number}" if role.count > 1 else role.name)
            for role in roles
            for number in range(1, role.count + 1)
        ]
        self._stop_seconds = stop_seconds
        self._on_stop = on_stop
        self._received: list[int] = []
        self._deadline: float | None = None
        self._killed = False

    def run(self) -> None:
        """Returns when all processes have ended after a stop. Raises StartFailed."""
        failed: str | None = None
        with self._signals() as woken:
            while self._deadline is None or self._running():
                self._act()
                for place in self._wait(woken):
                    failed = self._bury(place) or failed
        if failed is not None:
            raise StartFailed(f"The {failed} process could not start; the log above says why.")

    def _running(self) -> list[_Place]:
        return [place for place in self._places if place.child is not None]

    def _act(self) -> None:
        now = time.monotonic()
        if self._received and self._deadline is None:
            self._stop(signal.Signals(self._received[0]).name)
        if self._deadline is None:
            for place in self._places:
                if place.child is None and place.start_at <= now:
                    self._start(place)
        elif not self._killed and (
            now >= self._deadline or self._received.count(signal.SIGINT) > 1
        ):
            self._killed = True
            for place in self._running():
                log.error("process_killed", process=place.name)
                self._send(place, signal.SIGKILL)

    def _start(self, place: _Place) -> None:
        try:
            place.start()
        except OSError as error:
            # Memory or process numbers are used up; others may give them back.
            place.wait_longer()
            log.error(
                "process_not_started",
                process=place.name,
                error=str(error),
                again_in_seconds=place.pause,
            )

    def _stop(self, reason: str) -> None:
        log.info("stopping", reason=reason)
        self._deadline = time.monotonic() + self._stop_seconds + KILL_MARGIN_SECONDS
        self._on_stop()
        for place in self._running():
            self._send(place, signal.SIGTERM)

    def _send(self, place: _Place, number: signal.Signals) -> None:
        if place.child is not None:
            place.child.send(number)

    def _bury(self, place: _Place) -> str | None:
        """Notes that a process has ended; its name where the shop cannot start because of it."""
        status = place.note_end()
        if self._deadline is not None:
            log.info("process_stopped", process=place.name, status=status)
            return None
        proven = any(one.was_ready for one in self._places if one.role is place.role)
        if status > 0 and not proven:
            self._stop(f"{place.name} could not start")
            return place.name
        log.error(
            "process_ended",
            process=place.name,
            status=_status_text(status),
            again_in_seconds=place.pause,
        )
        return None

    def _wait(self, woken: int) -> list[_Place]:
        """Waits until there is something to do; the places whose processes have ended."""
        poller = select.poll()
        poller.register(woken, select.POLLIN)
        ends: dict[int, _Place] = {}
        news: dict[int, _Place] = {}
        for place in self._running():
            child = place.child
            assert child is not None  # noqa: S101 - it is running
            ends[child.pidfd] = place
            poller.register(child.pidfd, select.POLLIN)
            if child.ready_at is None:
                news[child.lifeline.fileno()] = place
                poller.register(child.lifeline, select.POLLIN)
        events = {fd for fd, _ in poller.poll(self._patience())}
        if woken in events:
            os.read(woken, 512)
        for fd in events & news.keys():
            news[fd].note_news()
        return [ends[fd] for fd in events & ends.keys()]

    def _patience(self) -> float | None:
        """Milliseconds until something is due by itself; None where nothing is."""
        if self._deadline is not None:
            due = [] if self._killed else [self._deadline]
        else:
            due = [place.start_at for place in self._places if place.child is None]
        return max(1.0, (min(due) - time.monotonic()) * 1000) if due else None

    @contextmanager
    def _signals(self) -> Iterator[int]:
        """Collects signals; the file descriptor that becomes readable when one has come."""
        woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        before = {number: signal.getsignal(number) for number in SIGNALS}
        former = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        for number, handler in before.items():
            # `nohup` has the terminal's end ignored; so do we then.
            if not (number == signal.SIGHUP and handler == signal.SIG_IGN):
                signal.signal(number, lambda received, _frame: self._received.append(received))
        try:
            yield woken
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(former)
            os.close(woken)
            os.close(wake)


def _status_text(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
