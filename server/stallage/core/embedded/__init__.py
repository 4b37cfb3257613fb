"""PostgreSQL inside the shop: one server per data folder, shared by every process that uses it.

The programs come with a package; this module supervises them. Whichever process comes first starts
the server, others join, and the last to leave stops it. A server that dies is started again. See
`docs/decisions/0002-embedded-postgresql.md`.
"""

from dataclasses import dataclass, field
from pathlib import Path

from stallage.core.embedded import address, cluster
from stallage.core.embedded.binaries import binaries_for
from stallage.core.embedded.failure import EmbeddedUnavailable, from_os_error
from stallage.core.embedded.folder import open_folder
from stallage.core.embedded.supervisor import Supervisor

__all__ = ["Embedded", "EmbeddedUnavailable", "start_disposable", "start_embedded"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A running server and this process's membership of it.

    `owner` tells whether this process was the only user when it came; it then started the server,
    or adopted one whose users had been killed.
    """

    socket_dir: Path
    data_dir: Path
    port: int
    owner: bool
    _supervisor: Supervisor = field(repr=False, compare=False)

    def dsn(self, database: str = cluster.DATABASE) -> str:
        """A `postgresql://` address that asyncpg, libpq and SQLAlchemy understand."""
        return address.dsn(self.socket_dir, database)

    def stop(self) -> None:
        """Leave; the last user to leave stops the server. Safe to call twice."""
        try:
            self._supervisor.leave()
        except OSError as error:
            raise from_os_error(error, self.data_dir) from error


def start_embedded(data_dir: Path) -> Embedded:
    """Return once a server on `data_dir` takes connections, its database `stallage` included.

    Raises EmbeddedUnavailable with one sentence for the operator.
    """
    return _start(data_dir, durable=True)


def start_disposable(data_dir: Path) -> Embedded:
    """The same for data that may vanish, as in tests: faster, and a crash of the machine loses it.

    A folder is one or the other for good; the wrong function on it raises EmbeddedUnavailable.
    """
    return _start(data_dir, durable=False)


def _start(data_dir: Path, *, durable: bool) -> Embedded:
    try:
        folder = open_folder(data_dir)
        socket_dir = address.socket_dir_of(folder)
        supervisor = Supervisor(folder, binaries_for(folder.account), durable=durable)
    except OSError as error:
        raise from_os_error(error, data_dir) from error
    return Embedded(socket_dir, folder.root, cluster.PORT, supervisor.owner, supervisor)
