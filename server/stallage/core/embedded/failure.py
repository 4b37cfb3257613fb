"""Why the embedded database cannot serve, in one sentence for the operator."""

import errno
import re
from pathlib import Path


class EmbeddedUnavailable(Exception):
    """The embedded PostgreSQL cannot serve; the message says what is wrong and what to do."""


_DISK = "The disk that holds {folder} is full. Free some space on it and start again."
_RIGHTS = (
    "PostgreSQL may not use its files in {folder}. "
    "Give the folder and everything in it to the user that runs Stallage and start again."
)
_PORT = (
    "PostgreSQL cannot take its port, the socket .s.PGSQL.5432 in {folder}/cluster. "
    "Remove what occupies that name and start again."
)
_VERSION = (
    "The data in {folder} was made by another version of PostgreSQL. Run: stallage upgrade-database"
)
_MEMORY = (
    "The machine has too little memory for PostgreSQL. Free some, or lower shared_buffers in "
    "{folder}/cluster/postgresql.conf, and start again."
)

# PostgreSQL runs with lc_messages=C, so its wording is stable; the first match wins.
_SENTENCES = (
    (re.compile(r"No space left on device|Disk quota exceeded"), _DISK),
    (re.compile(r"incompatible with server|initialized by PostgreSQL version"), _VERSION),
    (re.compile(r"Unix address|Unix-domain socket|\.s\.PGSQL\.\d+\.lock"), _PORT),
    (re.compile(r"Permission denied|Operation not permitted|wrong ownership"), _RIGHTS),
    (re.compile(r"Cannot allocate memory|could not map anonymous shared memory"), _MEMORY),
)


def from_log(log: str, folder: Path) -> EmbeddedUnavailable:
    """Turn the lines that PostgreSQL wrote while failing into one sentence."""
    for pattern, sentence in _SENTENCES:
        if pattern.search(log):
            return EmbeddedUnavailable(sentence.format(folder=folder))
    said = re.findall(r"(?:PANIC|FATAL|ERROR|error):\s+(.+)", log) or log.split("\n")
    reason = next((line.strip() for line in reversed(said) if line.strip()), "it gave no reason")
    return EmbeddedUnavailable(
        f"PostgreSQL cannot start on {folder}: {reason.rstrip('.')}. "
        f"Its log is in {folder}/cluster/log."
    )


def from_os_error(error: OSError, folder: Path) -> EmbeddedUnavailable:
    """Turn a refused file operation of our own into one sentence."""
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
