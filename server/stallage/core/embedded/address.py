"""The path of the server's socket.

The socket is in the cluster folder, which only its user and root can enter, so no password is needed.
If that path is too long for a socket address, a short private symbolic link points to it.
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
_MAX_LENGTH = 107  # Bytes in a socket address on Linux, without the closing NUL.
# Clients split a host at commas and colons, and a DSN has special characters.
_PLAIN = re.compile(r"/[A-Za-z0-9/._+-]*")


def dsn(socket_dir: Path, database: str) -> str:
    return f"postgresql://{ROLE}@/{quote(database, safe='')}?host={socket_dir}&port={PORT}"


def socket_dir_of(folder: Folder) -> Path:
    direct = folder.cluster
    if _PLAIN.fullmatch(str(direct)) and len(os.fsencode(direct / _SOCKET)) <= _MAX_LENGTH:
        return direct
    return _alias(direct)


def _alias(cluster: Path) -> Path:
    key = hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]
    private = _runtime_dir() / f"stallage-{os.geteuid()}-{key}"
    private.mkdir(mode=0o700, exist_ok=True)
    found = private.lstat()
    # Another user may have created this path to intercept the shop's queries with a socket.
    if (
        not stat.S_ISDIR(found.st_mode)
        or found.st_uid != os.geteuid()
        or stat.S_IMODE(found.st_mode) & 0o077
    ):
        raise EmbeddedUnavailable(
            f"{private} was created by another user or is open to others, so it is not safe for "
            "the database's socket. Remove it and start again, or use a shorter STALLAGE_DATA_DIR."
        )
    link = private / "pg"
    draft = private / f"pg.{os.getpid()}"
    draft.unlink(missing_ok=True)
    draft.symlink_to(cluster)
    draft.rename(link)
    return link


def _runtime_dir() -> Path:
    """Return a folder with a short path; for root, one that nobody else can write to."""
    if os.geteuid() == 0 and os.access("/run", os.W_OK):
        return Path("/run")
    configured = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    try:
        found = configured.stat()
    except OSError:
        return Path("/tmp")  # noqa: S108 - the folder created in it is checked for owner and mode
    if (
        found.st_uid == os.geteuid()
        and _PLAIN.fullmatch(str(configured))
        and len(str(configured)) < 40
    ):
        return configured
    return Path("/tmp")  # noqa: S108 - as above
