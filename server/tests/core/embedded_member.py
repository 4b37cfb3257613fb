"""A process that uses the embedded database, which tests start, control and kill.

It prints JSON lines and reads two commands from standard input: stop and restart.
"""

import json
import logging
import os
import signal
import sys
from pathlib import Path

from stallage.core.embedded import Embedded, EmbeddedUnavailable, start_disposable, start_embedded


def say(**message: object) -> None:
    # One system call, so that lines of threads and signal handlers do not mix.
    os.write(1, (json.dumps(message) + "\n").encode())


class PrintHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        say(log=record.getMessage())


def join(kind: str, data_dir: Path) -> Embedded | None:
    start = start_disposable if kind == "disposable" else start_embedded
    try:
        embedded = start(data_dir)
    except EmbeddedUnavailable as error:
        say(refused=str(error))
        return None
    say(
        owner=embedded.owner,
        dsn=embedded.dsn(),
        socket_dir=str(embedded.socket_dir),
        server=int((data_dir / "cluster/postmaster.pid").read_text().split()[0]),
    )
    return embedded


def main() -> None:
    logging.getLogger("stallage").addHandler(PrintHandler())
    logging.getLogger("stallage").setLevel(logging.INFO)
    signal.signal(signal.SIGINT, lambda *_: say(interrupted=True))
    os.umask(0o022)
    kind, data_dir, uid, gid = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    if uid != os.geteuid():
        # After all imports, because that user may not be able to read the interpreter's folder.
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    embedded = join(kind, data_dir)
    while embedded is not None:
        word = sys.stdin.readline().strip()
        embedded.stop()
        say(stopped=True)
        if word != "restart":
            return
        embedded = join(kind, data_dir)


if __name__ == "__main__":
    main()
