"""A stand-in for an OpenSearch server: the part of its REST API that the engine uses, in memory.

It checks the form of requests more strictly than a server does: unknown queries, aggregations and fields are
errors. It cannot prove how products rank: each matching term scores its boost, without frequencies and
lengths, and it knows no shards, no merges and no limits of memory. Those need a real server.
"""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.payments.stand_ins.serving import served

Json = dict[str, Any]
SEARCH_MEMBERS = {"query", "post_filter", "aggs", "from", "size", "sort"} | {
    "track_total_hits",
    "_source",
}


class Rejected(Exception):
    """A request that a server would reject, or that this stand-in does not know."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.status = status


@dataclass
class StoredIndex:
    """An index: its mapping, what searches see, and what they see after a refresh."""

    mappings: Json
    settings: Json
    visible: dict[str, Json] = field(default_factory=dict)
    written: dict[str, Json] = field(default_factory=dict)

    def values(self, name: str, document: Json) -> list[Any]:
        """Return a document's terms in a field."""
        mapping = self.mappings["properties"].get(name)
        if mapping is None:
            raise Rejected(f"no field {name}")
        value = document.get(name, [])
        if mapping["type"] == "text":
            return str(value).split()
        return list(value) if isinstance(value, list) else [value]

    def check(self, document: Json) -> None:
        """Reject fields that the mapping lacks."""
        unknown = document.keys() - self.mappings["properties"].keys()
        if unknown and self.mappings.get("dynamic") == "strict":
            raise Rejected(f"strict mapping: {unknown}")


class OpenSearchStandIn:
    """The server. While `is_away`, it fails."""

    def __init__(self) -> None:
        self.url = ""
        self.is_away = False
        self.requests: list[tuple[str, str, str | None]] = []
        """Method, path and authorization of each request."""
        self.next: list[Response] = []
        """Responses to the next requests, which are not processed."""
        self.fixed: Response | None = None
        """The response to all requests."""
        self.indexes: dict[str, StoredIndex] = {}
        self.aliases: dict[str, str] = {}
        """Alias → index."""

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
        try:
            return JSONResponse(self._process(request.method, request.url.path, body))
        except Rejected as error:
            return JSONResponse({"error": str(error)}, status_code=error.status)

    def _process(self, method: str, path: str, body: bytes) -> Json:
        parts = path.strip("/").split("/")
        match method, parts:
            case "POST", ["_aliases"]:
                return self._change_aliases(orjson.loads(body)["actions"])
            case "GET", ["_alias", name]:
                return {self._resolve(name): {"aliases": {name: {}}}}
            case "GET", [pattern, "_alias"]:
                names = fnmatch.filter(self.indexes, pattern)
                return {one: {"aliases": {}} for one in names}
            case "POST", [name, "_bulk"]:
                return self._bulk(self._index(name), body)
            case "PUT", [name]:
                return self._create(name, orjson.loads(body))
            case "DELETE", [name]:
                self._index(name)
                del self.indexes[name]
                self.aliases = {a: one for a, one in self.aliases.items() if one != name}
                return {"acknowledged": True}
        index = self._index(parts[0])
        match method, parts[1:]:
            case "GET", ["_mapping"]:
                return {self._resolve(parts[0]): {"mappings": index.mappings}}
            case "PUT", ["_mapping"]:
                index.mappings = {**index.mappings, **orjson.loads(body)}
                return {"acknowledged": True}
            case "POST", ["_refresh"]:
                index.visible = dict(index.written)
                return {"_shards": {"failed": 0}}
            case "GET", ["_count"]:
                return {"count": len(index.visible)}
            case "POST", ["_search"]:
                return search(index, orjson.loads(body))
        raise Rejected(f"{method} {path}")

    def _resolve(self, name: str) -> str:
        found = name if name in self.indexes else self.aliases.get(name)
        if found is None:
            raise Rejected(f"no index {name}", 404)
        return found

    def _index(self, name: str) -> StoredIndex:
        return self.indexes[self._resolve(name)]

    def _create(self, name: str, body: Json) -> Json:
        if name in self.indexes or name in self.aliases:
            raise Rejected("exists")
        self.indexes[name] = StoredIndex(body["mappings"], body["settings"])
        return {"acknowledged": True}

    def _change_aliases(self, actions: list[Json]) -> Json:
        aliases = dict(self.aliases)
        for one in actions:
            [(action, target)] = one.items()
            index, alias = target["index"], target["alias"]
            self._index(index)
            if action == "add" and alias not in aliases:
                aliases[alias] = index
            elif action == "remove" and aliases.get(alias) == index:
                del aliases[alias]
            else:
                raise Rejected(f"alias {action} {target}")
        self.aliases = aliases
        return {"acknowledged": True}

    def _bulk(self, index: StoredIndex, body: bytes) -> Json:
        lines = iter(body.splitlines())
        items: list[Json] = []
        for line in lines:
            [(action, target)] = orjson.loads(line).items()
            name = target["_id"]
            status = 200
            if action == "delete":
                status = 200 if index.written.pop(name, None) is not None else 404
            elif action == "index":
                document = orjson.loads(next(lines))
                index.check(document)
                index.written[name] = document
            else:
                raise Rejected(action)
            items.append({action: {"_id": name, "status": status}})
        return {"errors": False, "items": items}


def search(index: StoredIndex, body: Json) -> Json:
    """Return the response to a search."""
    if unknown := body.keys() - SEARCH_MEMBERS:
        raise Rejected(f"unknown {unknown}")
    start, size = body.get("from", 0), body.get("size", 10)
    if start + size > index.settings["max_result_window"]:
        raise Rejected("window too large")
    query = body.get("query", {"match_all": {}})
    found = [
        (scored, name, document)
        for name, document in index.visible.items()
        if (scored := score(index, query, document)) is not None
    ]
    documents = [document for _, _, document in found]
    aggregations = {
        name: aggregate(index, one, documents) for name, one in body.get("aggs", {}).items()
    }
    if "post_filter" in body:
        found = [one for one in found if score(index, body["post_filter"], one[2]) is not None]
    keys = [
        [scored if one == "_score" else index.values(one, document)[0] for one in _sorts(body)]
        for scored, _, document in found
    ]
    rows = list(zip(keys, found, strict=True))
    for place, direction in reversed(list(enumerate(_sorts(body).values()))):
        rows.sort(key=lambda row: row[0][place], reverse=direction == "desc")
    hits = [{"_id": name, "sort": key} for key, (_, name, _) in rows[start : start + size]]
    return {
        "hits": {"total": {"value": len(found), "relation": "eq"}, "hits": hits},
        "aggregations": aggregations,
    }


def _sorts(body: Json) -> dict[str, str]:
    """Return the fields of the order and their directions."""
    return {name: direction for one in body.get("sort", []) for name, direction in one.items()}


def aggregate(index: StoredIndex, request: Json, documents: list[Json]) -> Json:
    """Return the result of an aggregation over documents."""
    below = request.get("aggs", {})
    if "filter" in request:
        found = [one for one in documents if score(index, request["filter"], one) is not None]
        results = {name: aggregate(index, one, found) for name, one in below.items()}
        return {"doc_count": len(found), **results}
    if "filters" in request:
        counts = [
            sum(score(index, query, one) is not None for one in documents)
            for query in request["filters"]["filters"]
        ]
        return {"buckets": [{"doc_count": count} for count in counts]}
    if "terms" in request:
        name, size = request["terms"]["field"], request["terms"]["size"]
        times = Counter(value for one in documents for value in set(index.values(name, one)))
        return {
            "buckets": [
                {"key": value, "doc_count": count} for value, count in times.most_common(size)
            ]
        }
    raise Rejected(f"aggregation {request}")


def score(index: StoredIndex, query: Json, document: Json) -> float | None:
    """Return the score of a document, or None if it does not match."""
    [(kind, body)] = query.items()
    match kind:
        case "match_all":
            return 1.0
        case "match_none":
            return None
        case "constant_score":
            matches = score(index, body["filter"], document) is not None
            return float(body["boost"]) if matches else None
        case "bool":
            return _score_bool(index, body, document)
    [(name, options)] = body.items()
    values = index.values(name, document)
    boost = 1.0
    match kind:
        case "term":
            value = options
            if isinstance(options, dict):
                value, boost = options["value"], options["boost"]
            matches = value in values
        case "terms":
            matches = not set(options).isdisjoint(values)
        case "range":
            low, high = options.get("gte"), options.get("lte")
            matches = any(
                (low is None or one >= low) and (high is None or one <= high) for one in values
            )
        case "prefix":
            matches = any(one.startswith(options["value"]) for one in values)
        case "fuzzy":
            matches = any(
                distance(options["value"], one) <= options["fuzziness"] for one in set(values)
            )
        case _:
            raise Rejected(f"query {kind}")
    return boost if matches else None


def _score_bool(index: StoredIndex, body: Json, document: Json) -> float | None:
    if body.keys() - {"must", "filter", "must_not", "should", "minimum_should_match"}:
        raise Rejected(f"bool {body.keys()}")

    def scores(name: str) -> list[float | None]:
        return [score(index, one, document) for one in body.get(name, [])]

    must = scores("must")
    if None in must or None in scores("filter"):
        return None
    if any(one is not None for one in scores("must_not")):
        return None
    should = [one for one in scores("should") if one is not None]
    needed = 1 if "should" in body and not {"must", "filter"} & body.keys() else 0
    if len(should) < body.get("minimum_should_match", needed):
        return None
    return sum(one for one in [*must, *should] if one is not None)


def distance(first: str, second: str) -> int:
    """Return the number of inserted, removed, changed and transposed characters between two words."""
    rows: list[list[int]] = [list(range(len(second) + 1))]
    for i, a in enumerate(first, 1):
        row = [i]
        for j, b in enumerate(second, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


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
