"""A stand-in for an OpenSearch server: the part of its REST API that the engine uses, in memory.

It checks the form of requests more strictly than a server does: unknown queries, aggregations and fields are
errors. It cannot prove how products rank: each matching term scores its boost, without frequencies and
lengths, and it knows no shards, no merges and no limits of memory. Those need a real server.
"""

from __future__ import annotations

import fnmatch
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.payments.stand_ins.serving import served
from tests.search.opensearch_queries import Json, Rejected, StoredIndex, count, search

DONE = {"acknowledged": True}


class OpenSearchStandIn:
    """The server. While `is_away`, it fails."""

    def __init__(self) -> None:
        self.url = ""
        self.is_away = False
        self.deletes = True
        """Whether indexes can be deleted."""
        self.requests: list[tuple[str, str, str | None]] = []
        """Method, path and authorization of each request."""
        self.next: list[Response] = []
        """Responses to the next requests, which are not processed."""
        self.fixed: Response | None = None
        """The response to all requests."""
        self.indexes: dict[str, StoredIndex] = {}
        self.aliases: dict[str, set[str]] = {}
        """Alias → indexes."""

    async def answer(self, request: Request) -> Response:
        """Process a request."""
        body = await request.body()
        authorization = request.headers.get("authorization")
        self.requests.append((request.method, request.url.path, authorization))
        if self.next:
            return self.next.pop(0)
        if self.fixed is not None:
            return self.fixed
        if self.is_away:
            return JSONResponse({"error": "away"}, status_code=503)
        parts = request.url.path.strip("/").split("/")
        try:
            return JSONResponse(
                self._process(request.method, parts, body, dict(request.query_params))
            )
        except Rejected as error:
            return JSONResponse({"error": str(error)}, status_code=error.status)

    def _process(
        self, method: str, parts: list[str], body: bytes, parameters: dict[str, str]
    ) -> Json:
        match method, parts:
            case "POST", ["_aliases"]:
                return self._change_aliases(orjson.loads(body)["actions"])
            case "GET", [pattern, "_alias"]:
                names = fnmatch.filter(self.indexes, pattern)
                return {one: {"aliases": {}} for one in names}
            case "GET", [name, "_mapping"]:
                return {one: {"mappings": self.indexes[one].mappings} for one in self._names(name)}
            case "POST", [name, "_bulk"]:
                return self._written_to(name).bulk(body)
            case "PUT", [name, "_doc", document]:
                stored = self._written_to(name)
                return stored.put(document, orjson.loads(body), parameters)
            case "PUT", [name]:
                return self._create(name, orjson.loads(body))
        index = self._index(parts[0])
        match method, parts[1:]:
            case "DELETE", []:
                return self._delete(parts[0])
            case "POST", ["_refresh"]:
                index.visible = dict(index.written)
                return {"_shards": {"failed": 0}}
            case "GET", ["_doc", document]:
                return index.get(document)
            case "POST", ["_count"]:
                return {"count": count(index, orjson.loads(body)["query"])}
            case "POST", ["_search"]:
                return search(index, orjson.loads(body))
        raise Rejected(f"{method} {parts}")

    def _names(self, name: str) -> set[str]:
        found = {name} if name in self.indexes else self.aliases.get(name)
        if not found:
            raise Rejected(f"no index {name}", 404)
        return found

    def _index(self, name: str) -> StoredIndex:
        found = self._names(name)
        if len(found) > 1:
            raise Rejected(f"alias {name} has more than one index")
        return self.indexes[next(iter(found))]

    def _written_to(self, name: str) -> StoredIndex:
        """Return an index. A server creates it if there is none, unless it is set up otherwise."""
        if name not in self.indexes and name not in self.aliases:
            self._create(name, {"mappings": {"properties": {}}, "settings": {}})
        return self._index(name)

    def _create(self, name: str, body: Json) -> Json:
        if name in self.indexes or name in self.aliases:
            raise Rejected("exists")
        self.indexes[name] = StoredIndex(body["mappings"], body["settings"])
        return DONE

    def _delete(self, name: str) -> Json:
        if name not in self.indexes:
            raise Rejected(f"{name} is an alias")
        if not self.deletes:
            raise Rejected("a snapshot of this index is being made")
        del self.indexes[name]
        every = {alias: indexes - {name} for alias, indexes in self.aliases.items()}
        self.aliases = {alias: indexes for alias, indexes in every.items() if indexes}
        return DONE

    def _change_aliases(self, actions: list[Json]) -> Json:
        every = {alias: set(indexes) for alias, indexes in self.aliases.items()}
        for one in actions:
            [(action, target)] = one.items()
            index, alias = target["index"], target["alias"]
            self._index(index)
            if alias in self.indexes:
                raise Rejected(f"an index has the name {alias}")
            if action not in {"add", "remove"}:
                raise Rejected(f"alias {action} {target}")
            indexes = every.setdefault(alias, set())
            if action == "add":
                indexes.add(index)
            else:
                indexes.discard(index)
        self.aliases = {alias: indexes for alias, indexes in every.items() if indexes}
        return DONE


METHODS: Iterable[str] = ("GET", "POST", "PUT", "DELETE")


@asynccontextmanager
async def open_search_stand_in() -> AsyncIterator[OpenSearchStandIn]:
    """Serve a stand-in without indexes."""
    stand_in = OpenSearchStandIn()
    app = Starlette(
        routes=[Route("/{path:path}", stand_in.answer, methods=list(METHODS))],
    )
    async with served(app) as url:
        stand_in.url = url
        yield stand_in
