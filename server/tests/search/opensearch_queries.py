"""Searches of the stand-in for an OpenSearch server: queries, aggregations and orders over documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

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
    numbers: dict[str, int] = field(default_factory=dict)
    """Document → sequence number of its last change."""
    changes: int = 0

    def values(self, name: str, document: Json) -> list[Any]:
        """Return a document's terms in a field."""
        mapping = self.mappings["properties"].get(name)
        if mapping is None:
            raise Rejected(f"no field {name}")
        if mapping.get("index") is False or mapping.get("enabled") is False:
            raise Rejected(f"the field {name} is not indexed")
        value = document.get(name, [])
        if mapping["type"] == "text":
            return str(value).split()
        return list(value) if isinstance(value, list) else [value]

    def source(self, document: Json) -> Json:
        """Return the part of a document that is stored."""
        included = self.mappings.get("_source", {}).get("includes")
        fields = document.keys() - {"_id"} if included is None else document.keys() & set(included)
        return {key: document[key] for key in fields}

    def get(self, name: str) -> Json:
        """Return a document as it was written last, whether or not searches see it."""
        if name not in self.written:
            raise Rejected(f"no document {name}", 404)
        number = {"_seq_no": self.numbers[name], "_primary_term": 1}
        return {"_id": name, **number, "found": True, "_source": self.source(self.written[name])}

    def put(self, name: str, document: Json, parameters: dict[str, str]) -> Json:
        """Write a document under a condition."""
        exists = name in self.written
        if parameters.get("op_type") == "create" and exists:
            raise Rejected("exists", 409)
        if "if_seq_no" in parameters:
            expected = {"if_seq_no": str(self.numbers.get(name)), "if_primary_term": "1"}
            if not exists or parameters != expected:
                raise Rejected("conflict", 409)
        self._check(document)
        return {"_id": name, **self._write(name, document)}

    def bulk(self, body: bytes) -> Json:
        """Write and delete documents."""
        lines = iter(body.splitlines())
        items = [self._bulk_item(orjson.loads(line), lines) for line in lines]
        return {
            "errors": any("error" in one for item in items for one in item.values()),
            "items": items,
        }

    def _bulk_item(self, line: Json, lines: Iterator[bytes]) -> Json:
        [(action, target)] = line.items()
        name = target["_id"]
        if action == "delete":
            status = 200 if self.written.pop(name, None) is not None else 404
            return {action: {"_id": name, "status": status}}
        if action != "index":
            raise Rejected(action)
        document = orjson.loads(next(lines))
        try:
            self._check(document)
        except Rejected as error:
            return {action: {"_id": name, "status": 400, "error": {"reason": str(error)}}}
        return {action: {"_id": name, "status": 200, **self._write(name, document)}}

    def _write(self, name: str, document: Json) -> Json:
        self.written[name] = {**document, "_id": name}
        self.numbers[name] = self.changes
        self.changes += 1
        return {"_seq_no": self.numbers[name], "_primary_term": 1}

    def _check(self, document: Json) -> None:
        """Reject fields that the mapping lacks."""
        unknown = document.keys() - self.mappings["properties"].keys()
        if unknown and self.mappings.get("dynamic") == "strict":
            raise Rejected(f"strict mapping: {unknown}")


def count(index: StoredIndex, query: Json) -> int:
    """Return the number of documents that a query matches."""
    return sum(score(index, query, one) is not None for one in index.visible.values())


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
    selected = body.get("_source", True)
    hits: list[Json] = []
    for key, (_, name, document) in rows[start : start + size]:
        hit: Json = {"_id": name, "sort": key}
        if selected:
            stored = index.source(document)
            hit["_source"] = {
                field: one for field, one in stored.items() if selected is True or field in selected
            }
        hits.append(hit)
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
        case "ids":
            return 1.0 if document["_id"] in body["values"] else None
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
