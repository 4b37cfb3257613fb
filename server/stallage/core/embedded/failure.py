"""Error messages of the embedded database, for the operator."""

import errno
import re
from pathlib import Path


class EmbeddedUnavailable(Exception):
    """The embedded PostgreSQL cannot run; the message says what is wrong and what to do."""


_DISK = "The disk that holds {folder} is full. Free some space on it and start again."
_RIGHTS = (
    "PostgreSQL may not use its files in {folder}. "
    "Give the folder and everything in it to the user that runs Stallage and start again."
)
_PORT = (
    "PostgreSQL cannot take its port, the socket .s.PGSQL.5432 in {folder}/cluster. "
    "Remove what occupies that name and start again."
)
_VERSION = "The data in {folder} was created by another version of PostgreSQL. Run: stallage upgrade-database"
_MEMORY = (
    "The machine has too little memory for PostgreSQL. Free some, or lower shared_buffers in "
    "{folder}/cluster/postgresql.conf, and start again."
)

# PostgreSQL runs with lc_messages=C, so its messages are not translated. The first match wins.
_MESSAGES = (
    (re.compile(r"No space left on device|Disk quota exceeded"), _DISK),
    (re.compile(r"incompatible with server|initialized by PostgreSQL version"), _VERSION),
    (re.compile(r"Unix address|Unix-domain socket|\.s\.PGSQL\.\d+\.lock"), _PORT),
    (re.compile(r"Permission denied|Operation not permitted|wrong ownership"), _RIGHTS),
    (re.compile(r"Cannot allocate memory|could not map anonymous shared memory"), _MEMORY),
)


def error_from_log(log: str, folder: Path) -> EmbeddedUnavailable:
    """Translate PostgreSQL's log into an error."""
    for pattern, message in _MESSAGES:
        if pattern.search(log):
            return EmbeddedUnavailable(message.format(folder=folder))
    errors = re.findall(r"(?:PANIC|FATAL|ERROR|error):\s+(.+)", log) or log.split("\n")
    reason = next((line.strip() for line in reversed(errors) if line.strip()), "it gave no reason")
    return EmbeddedUnavailable(
        f"PostgreSQL cannot start on {folder}: {reason.rstrip('.')}. "
        f"Its log is in {folder}/cluster/log."
    )


def error_from_os_error(error: OSError, folder: Path) -> EmbeddedUnavailable:
    """Translate an error of a file operation."""
    path = error.filename or folder
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return EmbeddedUnavailable(_DISK.format(folder=folder))
    if error.errno in (errno.EACCES, errno.EPERM):
        return EmbeddedUnavailable(
            f"Stallage may not use {path}. Give it to the user that runs Stallage, "
            "or set STALLAGE_DATA_DIR to a folder of that user."
        )
    if error.errno == errno.EROFS:
        return EmbeddedUnavailable(
            f"The file system of {path} is read-only. Set STALLAGE_DATA_DIR to a writable folder."
        )
    return EmbeddedUnavailable(
        f"The embedded database cannot use {path}: {error.strerror}. "
        "Set STALLAGE_DATA_DIR to a writable folder, or STALLAGE_DATABASE_URL to a PostgreSQL."
    )
