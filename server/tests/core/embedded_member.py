"""A process that uses the embedded database, for the tests to start, order about and kill.

It says in JSON lines what happens to it and obeys two words on its standard input: stop, restart.
"""

import json
import logging
import os
import signal
import sys
from pathlib import Path

from stallage.core.embedded import Embedded, EmbeddedUnavailable, start_disposable, start_embedded


def say(**news: object) -> None:
    # One system call: whole lines, from threads and from a signal's handler alike.
    os.write(1, (json.dumps(news) + "\n").encode())


class Told(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        say(log=record.getMessage())


def join(kind: str, data_dir: Path) -> Embedded | None:
    start = start_disposable if kind == "disposable" else start_embedded
    try:
        embedded = start(data_dir)
    except EmbeddedUnavailable as refusal:
        say(refused=str(refusal))
        return None
    say(
        owner=embedded.owner,
        dsn=embedded.dsn(),
        socket_dir=str(embedded.socket_dir),
        server=int((data_dir / "cluster/postmaster.pid").read_text().split()[0]),
    )
    return embedded


def main() -> None:
    logging.getLogger("stallage").addHandler(Told())
    logging.getLogger("stallage").setLevel(logging.INFO)
    signal.signal(signal.SIGINT, lambda *_: say(interrupted=True))
    os.umask(0o022)
    kind, data_dir, uid, gid = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    if uid != os.geteuid():
        # Only now, with everything imported: the interpreter may lie where that user cannot go.
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
