"""Connections to whichever of the database's hosts accepts writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import asyncpg

from stallage.core.db_address import addresses_by_host

HOST_SECONDS = 3
"""How long one of several hosts is waited for. A host that is cut off does not refuse connections."""

CONNECT_SECONDS = 10

UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.CannotConnectNowError,
    asyncpg.ConnectionDoesNotExistError,
)
"""Errors of a host that another one may not have."""

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]


class Hosts:
    """The hosts of an address. The one that accepted the last connection is tried first."""

    def __init__(self, dsn: str) -> None:
        self._addresses = addresses_by_host(dsn)

    async def connect(self, _dsn: object = None, **options: Any) -> Connection:
        """Connect to the first host that has the attributes that the address asks for.

        The pool passes the address again. Raises OSError, TimeoutError or asyncpg.PostgresError if there
        is none.
        """
        timeout = HOST_SECONDS if len(self._addresses) > 1 else CONNECT_SECONDS
        failure: Exception | None = None
        for address in self._addresses:
            try:
                connection: Connection = await asyncpg.connect(address, timeout=timeout, **options)
            except asyncpg.TargetServerAttributeNotMatched as error:
                failure = ConnectionError(str(error))
            except UNAVAILABLE as error:
                failure = error
            else:
                self._addresses = [address, *(one for one in self._addresses if one != address)]
                return connection
        assert failure is not None  # noqa: S101 - an address names at least one host
        raise failure

    async def check(self, connection: Connection, *, within: float) -> None:
        """Check that a server responds in this time and, if there are several, still accepts writes.

        Raises TimeoutError, ConnectionError or asyncpg.PostgresError.
        """
        is_read_only = await connection.fetchval(
            "SELECT current_setting('transaction_read_only')::bool", timeout=within
        )
        if is_read_only and len(self._addresses) > 1:
            raise ConnectionError("the database server no longer accepts writes")
