"""Supervises the web processes and the worker of a shop.

A process that ends is restarted, with growing pauses if it keeps ending soon after its start. A stop
asks all of them to finish, and kills those that take too long. No process outlives the supervisor:
it stops by itself when its supervisor ends (`lifeline`). Linux only, like the embedded database.

A process that asks for it is replaced, for example when the stored settings have changed: its successor
starts first, and it is stopped when the successor is ready. Processes are replaced one after the other. If
a successor does not become ready, the process goes on.
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

from stallage.lifeline import READY, REPLACE

log = structlog.get_logger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SETTLED_SECONDS = 10.0
"""A process that has been ready for this long is restarted without a pause."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
KILL_MARGIN_SECONDS = 2.0
"""Time for processes to end themselves after their own deadline, before they are killed."""


class StartFailed(Exception):
    """A process ended before it was ready for the first time."""


@dataclass(frozen=True, slots=True)
class Role:
    """A kind of process: its command, how many to run, and the file descriptors that they inherit."""

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
    is_connected: bool = True
    """False once it has closed its end of the lifeline, as it does when it ends."""

    def send(self, number: signal.Signals) -> None:
        try:
            signal.pidfd_send_signal(self.pidfd, number)
        except ProcessLookupError:
            return  # It has ended by itself.

    def read_report(self) -> bytes:
        """Read what the process reports: READY, REPLACE, or nothing when it ends."""
        report = self.lifeline.recv(1)
        if report == READY:
            self.ready_at = time.monotonic()
        self.is_connected = report != b""
        return report

    def close(self) -> None:
        self.process.wait()
        self.lifeline.close()
        os.close(self.pidfd)


@dataclass(slots=True)
class _Slot:
    """One process of a role, and its replacements."""

    role: Role
    name: str
    child: _Child | None = None
    successor: _Child | None = None
    """Takes the child's place as soon as it is ready."""
    to_replace: bool = False
    was_ready: bool = False
    pause: float = 0.0
    start_at: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        """Start the process."""
        self.child = self._spawn()

    def start_successor(self) -> None:
        """Start the process that will replace the running one."""
        self.to_replace = False
        self.successor = self._spawn()

    def promote(self) -> _Child | None:
        """Put the successor in the child's place; return the child."""
        child, self.child, self.successor = self.child, self.successor, None
        self.to_replace = False
        return child

    def _spawn(self) -> _Child:
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                [*self.role.command, "--lifeline", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(*self.role.fds, theirs.fileno()),
                # Ctrl-C in the terminal reaches only the supervisor, which stops all processes.
                start_new_session=True,
            )
        log.info("process_started", process=self.name, pid=process.pid)
        return _Child(process, os.pidfd_open(process.pid), ours)

    def record_exit(self) -> int:
        """Clean up after the process, schedule its replacement and return the exit status."""
        child, self.child = self.child, None
        assert child is not None  # noqa: S101 - only called for a running process
        child.close()
        now = time.monotonic()
        if child.ready_at is not None and now - child.ready_at >= SETTLED_SECONDS:
            self.pause, self.start_at = 0.0, now
        else:
            self.back_off()
        return child.process.returncode

    def back_off(self) -> None:
        """Double the pause before the next start."""
        self.pause = min(LONGEST_PAUSE, self.pause * 2 or FIRST_PAUSE)
        self.start_at = time.monotonic() + self.pause


class Supervisor:
    """Runs processes until a signal arrives."""

    def __init__(
        self, roles: Sequence[Role], *, stop_seconds: float, on_stop: Callable[[], None]
    ) -> None:
        """`stop_seconds` is how long processes may take to stop; `on_stop` is called when a stop begins."""
        self._slots = [
            _Slot(role, f"{role.name} {number}" if role.count > 1 else role.name)
            for role in roles
            for number in range(1, role.count + 1)
        ]
        self._replaced: list[tuple[_Child, float]] = []
        """Processes that a successor has replaced, with the time when they are killed."""
        self._stop_seconds = stop_seconds
        self._on_stop = on_stop
        self._received: list[int] = []
        self._deadline: float | None = None
        self._killed = False

    def run(self) -> None:
        """Run until all processes have ended after a stop. Raises StartFailed."""
        failed: str | None = None
        with self._signals() as wakeup_fd:
            while self._deadline is None or self._children():
                self._act()
                for child in self._wait(wakeup_fd):
                    failed = self._handle_exit(child) or failed
        if failed is not None:
            raise StartFailed(f"The {failed} process could not start; the log above says why.")

    def _children(self) -> list[_Child]:
        """Return all running processes."""
        current = [child for slot in self._slots for child in (slot.child, slot.successor)]
        return [one for one in (*current, *(old for old, _ in self._replaced)) if one is not None]

    def _act(self) -> None:
        now = time.monotonic()
        if self._received and self._deadline is None:
            self._stop(signal.Signals(self._received[0]).name)
        if self._deadline is None:
            for slot in self._slots:
                if slot.child is None and slot.start_at <= now:
                    self._start(slot)
            self._replace_next()
        elif not self._killed and (
            now >= self._deadline or self._received.count(signal.SIGINT) > 1
        ):
            self._killed = True
            for child in self._children():
                self._kill(child)
        for child, deadline in self._replaced:
            if now >= deadline:
                self._kill(child)
        self._replaced = [
            (child, deadline if now < deadline else float("inf"))
            for child, deadline in self._replaced
        ]

    def _replace_next(self) -> None:
        """Start a successor for one process that asked for it, unless another is being replaced."""
        if any(slot.successor is not None for slot in self._slots):
            return
        for slot in self._slots:
            if slot.to_replace and slot.child is not None:
                try:
                    slot.start_successor()
                except OSError as error:
                    log.error("process_not_replaced", process=slot.name, error=str(error))
                    continue
                return

    def _start(self, slot: _Slot) -> None:
        try:
            slot.start()
        except OSError as error:
            # Out of memory or process ids; try again later.
            slot.back_off()
            log.error(
                "process_not_started",
                process=slot.name,
                error=str(error),
                again_in_seconds=slot.pause,
            )

    def _stop(self, reason: str) -> None:
        log.info("stopping", reason=reason)
        self._deadline = time.monotonic() + self._stop_seconds + KILL_MARGIN_SECONDS
        self._on_stop()
        for child in self._children():
            child.send(signal.SIGTERM)

    def _kill(self, child: _Child) -> None:
        log.error("process_killed", pid=child.process.pid)
        child.send(signal.SIGKILL)

    def _handle_report(self, child: _Child) -> None:
        report = child.read_report()
        for slot in self._slots:
            if child in (slot.child, slot.successor) and report == READY:
                log.info("process_ready", process=slot.name, pid=child.process.pid)
            if child is slot.child and report == READY:
                slot.was_ready = True
            elif child is slot.child and report == REPLACE:
                slot.to_replace = True
            elif child is slot.successor and report == READY:
                self._retire(slot)

    def _retire(self, slot: _Slot) -> None:
        """Stop a process whose successor is ready."""
        child = slot.promote()
        if child is not None:
            log.info("process_replaced", process=slot.name, pid=child.process.pid)
            child.send(signal.SIGTERM)
            deadline = time.monotonic() + self._stop_seconds + KILL_MARGIN_SECONDS
            self._replaced.append((child, deadline))

    def _handle_exit(self, child: _Child) -> str | None:
        """Schedule a restart; return the process's name if the shop cannot start because of it."""
        slot = next((one for one in self._slots if one.child is child), None)
        if slot is None:
            self._handle_exit_beside(child)
            return None
        if slot.successor is not None:
            # Its successor is starting anyway.
            slot.promote()
            child.close()
            log.error(
                "process_ended", process=slot.name, status=_status_text(child.process.returncode)
            )
            return None
        status = slot.record_exit()
        if self._deadline is not None:
            log.info("process_stopped", process=slot.name, status=status)
            return None
        started_before = any(one.was_ready for one in self._slots if one.role is slot.role)
        if status > 0 and not started_before:
            self._stop(f"{slot.name} could not start")
            return slot.name
        log.error(
            "process_ended",
            process=slot.name,
            status=_status_text(status),
            again_in_seconds=slot.pause,
        )
        return None

    def _handle_exit_beside(self, child: _Child) -> None:
        """Clean up after a replaced process, or a successor that did not become ready."""
        child.close()
        self._replaced = [one for one in self._replaced if one[0] is not child]
        for slot in self._slots:
            if slot.successor is child:
                slot.successor = None
                if self._deadline is None:
                    status = _status_text(child.process.returncode)
                    log.error("process_not_replaced", process=slot.name, status=status)

    def _wait(self, wakeup_fd: int) -> list[_Child]:
        """Wait until there is something to do; return the processes that have ended."""
        poller = select.poll()
        poller.register(wakeup_fd, select.POLLIN)
        ends: dict[int, _Child] = {}
        reports: dict[int, _Child] = {}
        for child in self._children():
            ends[child.pidfd] = child
            poller.register(child.pidfd, select.POLLIN)
            if child.is_connected:
                reports[child.lifeline.fileno()] = child
                poller.register(child.lifeline, select.POLLIN)
        events = {fd for fd, _ in poller.poll(self._poll_timeout())}
        if wakeup_fd in events:
            os.read(wakeup_fd, 512)
        for fd in events & reports.keys():
            self._handle_report(reports[fd])
        return [ends[fd] for fd in events & ends.keys()]

    def _poll_timeout(self) -> float | None:
        """Milliseconds until a start or the deadline is due; None if nothing is."""
        if self._deadline is not None:
            due = [] if self._killed else [self._deadline]
        else:
            due = [slot.start_at for slot in self._slots if slot.child is None]
        due += [deadline for _, deadline in self._replaced if deadline != float("inf")]
        return max(1.0, (min(due) - time.monotonic()) * 1000) if due else None

    @contextmanager
    def _signals(self) -> Iterator[int]:
        """Collect signals; yield a file descriptor that becomes readable when one arrives."""
        read_fd, write_fd = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        handlers = {number: signal.getsignal(number) for number in SIGNALS}
        previous_fd = signal.set_wakeup_fd(write_fd, warn_on_full_buffer=False)
        for number, handler in handlers.items():
            # `nohup` ignores SIGHUP; keep that.
            if not (number == signal.SIGHUP and handler == signal.SIG_IGN):
                signal.signal(number, lambda received, _frame: self._received.append(received))
        try:
            yield read_fd
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(previous_fd)
            os.close(read_fd)
            os.close(write_fd)


def _status_text(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
