"""The embedded PostgreSQL: one server per data folder, shared by all processes that use it.

A package provides the programs; this module supervises them. The first process starts the server,
others join, and the last one to leave stops it. A server that crashes is restarted. See
`docs/decisions/0002-embedded-postgresql.md`.
"""

from dataclasses import dataclass, field
from pathlib import Path

from stallage.core.embedded import address, cluster
from stallage.core.embedded.binaries import binaries_for
from stallage.core.embedded.failure import EmbeddedUnavailable, error_from_os_error
from stallage.core.embedded.folder import open_folder
from stallage.core.embedded.supervisor import Supervisor

__all__ = ["Embedded", "EmbeddedUnavailable", "start_disposable", "start_embedded"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A running server that this process uses.

    `owner` is true if this process was the only user when it joined: it either started the server or
    adopted one whose users had been killed.
    """

    socket_dir: Path
    data_dir: Path
    port: int
    owner: bool
    _supervisor: Supervisor = field(repr=False, compare=False)

    def dsn(self, database: str = cluster.DATABASE) -> str:
        """Return a `postgresql://` address for asyncpg, libpq and SQLAlchemy."""
        return address.dsn(self.socket_dir, database)

    def stop(self) -> None:
        """Leave; the last user to leave stops the server. Safe to call twice."""
        try:
            self._supervisor.leave()
        except OSError as error:
            raise error_from_os_error(error, self.data_dir) from error


def start_embedded(data_dir: Path) -> Embedded:
    """Start or join a server on `data_dir` and return once it accepts connections.

    Raises EmbeddedUnavailable with a message for the operator.
    """
    return _start(data_dir, durable=True)


def start_disposable(data_dir: Path) -> Embedded:
    """Start or join a server without durability, for tests: faster, but a system crash loses the data.

    A folder stays durable or disposable; the wrong function for it raises EmbeddedUnavailable.
    """
    return _start(data_dir, durable=False)


def _start(data_dir: Path, *, durable: bool) -> Embedded:
    try:
        folder = open_folder(data_dir)
        socket_dir = address.socket_dir_of(folder)
        supervisor = Supervisor(folder, binaries_for(folder.account), durable=durable)
    except OSError as error:
        raise error_from_os_error(error, data_dir) from error
    return Embedded(socket_dir, folder.root, cluster.PORT, supervisor.owner, supervisor)
