"""The path by which clients reach the server's socket.

The socket lies in the cluster folder, which only its user and root can enter, so that no password
is needed. Where that path does not fit into a socket address, a private short link leads there.
"""

import hashlib
import os
import re
import stat
from pathlib import Path
from urllib.parse import quote

from stallage.core.embedded.cluster import PORT, ROLE
from stallage.core.embedded.failure import EmbeddedUnavailable
from stallage.core.embedded.folder import Folder

_SOCKET = f".s.PGSQL.{PORT}"
_LONGEST = 107  # Bytes in a socket address on Linux, less its closing NUL.
# Clients split a host at commas and colons, and a DSN has signs of its own.
_PLAIN = re.compile(r"/[A-Za-z0-9/._+-]*")


def dsn(socket_dir: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{quote(database, safe='')}?host={socket_dir}&port={PORT}"


def socket_dir_of(folder: Folder) -> Path:
    direct = folder.cluster
    if _PLAIN.fullmatch(str(direct)) and len(os.fsencode(direct / _SOCKET)) <= _LONGEST:
        return direct
    return _alias(direct)


def _alias(cluster: Path) -> Path:
    key = hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]
    private = _runtime_dir() / f"stallage-{os.geteuid()}-{key}"
    private.mkdir(mode=0o700, exist_ok=True)
    found = private.lstat()
    # Anybody may have made this name first, to catch the shop's queries with a socket of his own.
    if (
        not stat.S_ISDIR(found.st_mode)
        or found.st_uid != os.geteuid()
        or stat.S_IMODE(found.st_mode) & 0o077
    ):
        raise EmbeddedUnavailable(
            f"{private} was made by somebody else or is open to others, and is not trusted with "
            "the database's address. Remove it and start again, or use a shorter STALLAGE_DATA_DIR."
        )
    link = private / "pg"
    draft = private / f"pg.{os.getpid()}"
    draft.unlink(missing_ok=True)
    draft.symlink_to(cluster)
    draft.rename(link)
    return link


def _runtime_dir() -> Path:
    """A folder with a short name: for root one that nobody else can write."""
    if os.geteuid() == 0 and os.access("/run", os.W_OK):
        return Path("/run")
    named = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    try:
        found = named.stat()
    except OSError:
        return Path("/tmp")  # noqa: S108 - the folder made in it is checked for owner and mode.
    if found.st_uid == os.geteuid() and _PLAIN.fullmatch(str(named)) and len(str(named)) < 40:
        return named
    return Path("/tmp")  # noqa: S108 - as above.
