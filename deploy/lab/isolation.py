"""Runs the lab in namespaces of its own, so that nothing of it can remain.

The lab has its own network, mounts and process ids. When its first process ends, for whatever reason, the
kernel ends all others, and removes the network and the mounts.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/var/tmp/stallage-lab")
LOCK = Path("/run/stallage-lab.lock")
UNSHARE = ("unshare", "--net", "--pid", "--mount", "--fork", "--kill-child", "--mount-proc")


def is_first_process() -> bool:
    """Whether this process is the first of its own namespace."""
    return os.getpid() == 1


def enter(words: Sequence[str], prepare: Callable[[], None]) -> int:
    """Run the lab again with these arguments, in new namespaces; return its exit status.

    `prepare` runs before, as root. Deletes what an earlier lab has left in `FOLDER`, before and afterwards.
    """
    if os.geteuid() != 0:
        print("The lab needs root, for network namespaces. Run: sudo make lab", file=sys.stderr)
        return 2
    prepare()
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another lab is running on this machine.", file=sys.stderr)
            return 2
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(mode=0o755, parents=True)
        command = [*UNSHARE, sys.executable, "-m", "deploy.lab", *words]
        process = subprocess.Popen(command)
        # Ctrl-C reaches the lab too, which then stops by itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.kill())
        try:
            return process.wait()
        finally:
            shutil.rmtree(FOLDER, ignore_errors=True)


def run_as_first_process(run: Callable[[], int]) -> None:
    """Run the lab in a child, and reap the processes that lose their parent until it ends."""
    child = os.fork()
    if child == 0:
        sys.exit(run())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        ended, status = os.wait()
        if ended == child:
            with suppress(ChildProcessError):
                sys.stdout.flush()
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
