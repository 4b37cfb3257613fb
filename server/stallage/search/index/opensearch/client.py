"""Requests to an OpenSearch server, with its official client, which is an optional extra of the package."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp
import structlog
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from opensearchpy import AIOHttpConnection, AsyncOpenSearch
from opensearchpy import ConnectionError as NodeUnreachable
from opensearchpy.exceptions import (
    ConflictError,
    ConnectionTimeout,
    NotFoundError,
    OpenSearchException,
)
from opensearchpy.helpers import async_streaming_bulk

from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject
from stallage.core.tracing import call

log = structlog.get_logger(__name__)
# The client's lines repeat ours, with a traceback each.
logging.getLogger("opensearch").setLevel(logging.CRITICAL)

SEARCH_SECONDS = 10
"""A shopper waits for a search at most so long."""
CONNECT_SECONDS = 2
"""Limit of connecting, and of waiting for a free connection."""
WRITE_SECONDS = 60
BULK_DOCUMENTS = 500
BULK_BYTES = 16 * 1024 * 1024
CONNECTIONS = 100
"""Open connections to a node, at most."""
BUSY = (429, 502, 503, 504)
"""Statuses after which a request is sent again, to another node if there is one."""
DEFAULT_NAME = "stallage"
PORTS = {"http": 80, "https": 443}


class WriteConflict(Exception):
    """A document was written by another since it was read."""


class OpenSearchClient:
    """A client of one server, which may have several nodes.

    `url` is like `https://user:password@one:9200,two:9200/shop`; its path names the index.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.name = parts.path.strip("/").replace("/", "-") or DEFAULT_NAME
        credentials, _, nodes = parts.netloc.rpartition("@")
        self._headers = {"authorization": _basic(credentials)} if credentials else {}
        self._nodes = [_node(parts.scheme, one) for one in nodes.split(",") if one]
        self._opened: AsyncOpenSearch | None = None

    async def close(self) -> None:
        """Close the connections. A later request opens them again."""
        client, self._opened = self._opened, None
        if client is not None:
            await client.close()
            # It forgets the nodes that failed last.
            for connection in client.transport.seed_connections:
                if isinstance(connection, NodeConnection):
                    await connection.close()

    async def find(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        seconds: float = SEARCH_SECONDS,
    ) -> JsonObject | None:
        """Send a request and return the response, or None if it says that something does not exist.

        Raises NotReady if the server cannot be reached, fails, or its response is not a JSON object.
        """
        try:
            return await self._send(method, path, body, {}, seconds)
        except NotFoundError:
            return None
        except OpenSearchException as error:
            raise _failed(path, str(error)) from error

    async def request(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        seconds: float = SEARCH_SECONDS,
    ) -> JsonObject:
        """Do the same, but raise NotReady if something does not exist."""
        response = await self.find(method, path, body, seconds)
        if response is None:
            raise _failed(path, "It does not exist.")
        return response

    async def command(self, method: str, path: str, body: JsonObject) -> None:
        """Send a request that changes indexes. Raises NotReady if the server has not done it."""
        response = await self.request(method, path, body, WRITE_SECONDS)
        if response.get("acknowledged") is not True:
            raise _failed(path, "It was not acknowledged.")

    async def store(
        self, path: str, document: JsonObject, condition: Mapping[str, str | int]
    ) -> JsonObject:
        """Write a document and return the response.

        `condition`: parameters such as `if_seq_no`. Raises WriteConflict if it is not met, and NotReady.
        """
        try:
            return await self._send("PUT", path, document, condition, SEARCH_SECONDS)
        except ConflictError as error:
            raise WriteConflict(path) from error
        except OpenSearchException as error:
            raise _failed(path, str(error)) from error

    async def bulk(self, index: str, actions: Iterable[JsonObject]) -> None:
        """Write documents. Raises NotReady if one of them was not written.

        `actions` have the form of the client's helper: `_op_type`, `_id` and `_source`.
        """
        outcomes = async_streaming_bulk(
            self._client(),
            actions,
            chunk_size=BULK_DOCUMENTS,
            max_chunk_bytes=BULK_BYTES,
            raise_on_error=False,
            yield_ok=False,
            index=index,
            request_timeout=WRITE_SECONDS,
        )
        try:
            async for _, item in outcomes:
                [(action, outcome)] = item.items()
                # A product that is not in the index does not have to be dropped.
                if (action, outcome["status"]) != ("delete", 404):
                    log.error("search_engine_rejected", reason=str(outcome.get("error"))[:500])
                    raise NotReady
        except OpenSearchException as error:
            raise _failed(f"/{index}/_bulk", str(error)) from error
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            # The helper reads the response without checking it.
            raise _failed(f"/{index}/_bulk", repr(error)) from error

    async def _send(
        self,
        method: str,
        path: str,
        body: JsonObject | None,
        parameters: Mapping[str, str | int],
        seconds: float,
    ) -> JsonObject:
        # The transport takes parameters out.
        with call(method, "opensearch"):
            response = await self._client().transport.perform_request(
                method, path, params=dict(parameters), body=body, timeout=seconds
            )
        if not isinstance(response, dict):
            raise _failed(path, "The response is not a JSON object.")
        return response

    def _client(self) -> AsyncOpenSearch:
        if self._opened is None:
            self._opened = AsyncOpenSearch(
                hosts=self._nodes,
                connection_class=NodeConnection,
                headers=self._headers,
                timeout=SEARCH_SECONDS,
                # Each node is tried once, a single one twice.
                max_retries=max(1, len(self._nodes) - 1),
                retry_on_status=BUSY,
            )
        return self._opened


class NodeConnection(AIOHttpConnection):
    """The connections to a node. If they cannot be opened in time, another node is tried."""

    async def perform_request(self, *args: Any, **options: Any) -> Any:
        """Send a request. Raises OpenSearchException."""
        try:
            return await super().perform_request(*args, **options)
        except ConnectionTimeout as error:
            if isinstance(error.info, aiohttp.ConnectionTimeoutError):
                # The request was not sent, so it can be repeated, unlike one without a response.
                raise NodeUnreachable(*error.args) from error
            raise

    async def _create_aiohttp_session(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.session = aiohttp.ClientSession(
            headers=self.headers,
            connector=_Connector(limit=CONNECTIONS, ssl=self._ssl_context or True),
            cookie_jar=aiohttp.DummyCookieJar(),
        )


class _Connector(aiohttp.TCPConnector):
    """Opens connections with a time limit of its own: the client only has one for whole requests."""

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - its signature
    ) -> Connection:
        limited = aiohttp.ClientTimeout(total=timeout.total, connect=CONNECT_SECONDS)
        return await super().connect(req, traces, limited)


def index_actions(drop: Iterable[int], put: Iterable[JsonObject]) -> Iterable[JsonObject]:
    """Return the actions that drop products by id and put documents."""
    for one in drop:
        yield {"_op_type": "delete", "_id": str(one)}
    for document in put:
        yield {"_op_type": "index", "_id": str(document["id"]), "_source": document}


def _node(scheme: str, address: str) -> JsonObject:
    parts = urlsplit(f"{scheme}://{address}")
    port = parts.port or PORTS[scheme]
    return {"host": parts.hostname, "port": port, "use_ssl": scheme == "https"}


def _basic(credentials: str) -> str:
    """Return the header of basic authentication; the client's own only has characters of Latin 1."""
    user, _, password = credentials.partition(":")
    return f"Basic {b64encode(f'{unquote(user)}:{unquote(password)}'.encode()).decode()}"


def _failed(path: str, reason: str) -> NotReady:
    log.warning("search_engine_failed", path=path, reason=reason[:500])
    return NotReady()
