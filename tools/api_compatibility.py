"""Compares the API with that of the last release, and fails on changes that break clients.

    tools/api_compatibility.py               compares contract/openapi.json with the last release's
    tools/api_compatibility.py OLD NEW       compares two documents

A change is breaking if a call that worked is refused, or a response lacks a field. Such a change is allowed
if the Breaking section of the changelog quotes its line as this program prints it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import changelog

ROOT = Path(__file__).resolve().parents[1]

Json = dict[str, Any]
Direction = Literal["request", "response"]
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

LOWER_BOUNDS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


def released_documents(root: Path = ROOT) -> list[Path]:
    """Return the documents of all releases, oldest first; their names are the versions."""
    found = (root / "contract/released").glob("*.json")
    return sorted(found, key=lambda path: changelog.version_of(path.stem))


def breaking_changes(old: Json, new: Json) -> list[str]:
    """Return the breaking changes, each as `place: change`, in a stable order."""
    return sorted(set(_Comparison(old, new).operations()))


@dataclass
class _Comparison:
    old: Json
    new: Json
    seen: set[tuple[str, str, Direction]] = field(default_factory=set)

    def operations(self) -> Iterator[str]:
        for path, item in self.old["paths"].items():
            for method in METHODS:
                if method not in item:
                    continue
                place = f"{method.upper()} {path}"
                after = self.new["paths"].get(path, {}).get(method)
                if after is None:
                    yield f"{place}: operation removed"
                else:
                    yield from self.operation(place, item[method], after)

    def operation(self, place: str, before: Json, after: Json) -> Iterator[str]:
        if before.get("operationId") != after.get("operationId"):
            yield f"{place}: operation id changed"
        if not before.get("security") and after.get("security"):
            yield f"{place}: now needs an access token"
        yield from self.parameters(place, before, after)
        yield from self.body(place, before.get("requestBody"), after.get("requestBody"))
        for status, response in before["responses"].items():
            if status not in after["responses"]:
                yield f"{place}: response {status} removed"
                continue
            yield from self.content(
                f"{place} {status}", response, after["responses"][status], "response"
            )

    def parameters(self, place: str, before: Json, after: Json) -> Iterator[str]:
        old = {(one["in"], one["name"]): one for one in before.get("parameters", [])}
        new = {(one["in"], one["name"]): one for one in after.get("parameters", [])}
        for (kind, name), one in old.items():
            if (kind, name) not in new:
                yield f"{place}: {kind} parameter {name} removed"
                continue
            yield from self.schema(
                f"{place} {kind} parameter {name}",
                one["schema"],
                new[kind, name]["schema"],
                "request",
            )
        for (kind, name), one in new.items():
            was_required = old.get((kind, name), {}).get("required", False)
            if one.get("required") and not was_required:
                yield f"{place}: {kind} parameter {name} now required"

    def body(self, place: str, before: Json | None, after: Json | None) -> Iterator[str]:
        if before is None:
            if after is not None and after.get("required"):
                yield f"{place}: body now required"
        elif after is None:
            yield f"{place}: body removed"
        else:
            if after.get("required") and not before.get("required"):
                yield f"{place}: body now required"
            yield from self.content(f"{place} body", before, after, "request")

    def content(self, place: str, before: Json, after: Json, direction: Direction) -> Iterator[str]:
        for media, one in before.get("content", {}).items():
            other = after.get("content", {}).get(media)
            if other is None:
                yield f"{place}: {media} removed"
            else:
                yield from self.schema(
                    place, one.get("schema", {}), other.get("schema", {}), direction
                )

    def schema(self, place: str, before: Json, after: Json, direction: Direction) -> Iterator[str]:
        """Compare two schemas. A named schema is compared once, however often it is used."""
        name = before.get("$ref", "").rpartition("/")[2]
        if name:
            # This also ends the recursion of schemas that refer to themselves.
            key = (name, after.get("$ref", json.dumps(after, sort_keys=True)), direction)
            if key in self.seen:
                return
            self.seen.add(key)
            place = f"{name} ({direction})"
        before, after = _resolved(self.old, before), _resolved(self.new, after)
        old, new = _alternatives(self.old, before), _alternatives(self.new, after)
        yield from self.null(place, old, new, direction)
        old, new = _without_null(old), _without_null(new)
        if len(old) == 1 and len(new) == 1:
            yield from self.single(place, old[0], new[0], direction)
        elif direction == "request":
            yield from self.union(place, old, new, direction)
        else:
            yield from self.union(place, new, old, direction)

    def null(
        self, place: str, old: list[Json], new: list[Json], direction: Direction
    ) -> Iterator[str]:
        was, is_now = (any(_is_null(one) for one in side) for side in (old, new))
        if direction == "response" and is_now and not was:
            yield f"{place}: may now be null"
        if direction == "request" and was and not is_now:
            yield f"{place}: may no longer be null"

    def union(
        self, place: str, sent: list[Json], accepted: list[Json], direction: Direction
    ) -> Iterator[str]:
        """Check that every alternative of the sender is accepted by the receiver."""
        for one in sent:
            fits = any(
                not list(
                    self.apart().single("", one, other, direction)
                    if direction == "request"
                    else self.apart().single("", other, one, direction)
                )
                for other in accepted
            )
            if not fits:
                yield f"{place}: type changed"
                return

    def apart(self) -> _Comparison:
        """Return a copy whose comparisons do not count as reported."""
        return _Comparison(self.old, self.new, set(self.seen))

    def single(self, place: str, before: Json, after: Json, direction: Direction) -> Iterator[str]:
        """Compare two schemas that are neither references nor unions."""
        old, new = self.resolved_pair(before, after)
        if not _same_kind(old, new, direction):
            yield f"{place}: type changed from {_kind(old)} to {_kind(new)}"
            return
        if direction == "request":
            yield from _narrowed(place, old, new)
        if "items" in old and "items" in new:
            yield from self.schema(f"{place}[]", old["items"], new["items"], direction)
        values = (old.get("additionalProperties"), new.get("additionalProperties"))
        if isinstance(values[0], dict) and isinstance(values[1], dict):
            yield from self.schema(f"{place}[*]", values[0], values[1], direction)
        yield from self.fields(place, old, new, direction)

    def resolved_pair(self, before: Json, after: Json) -> tuple[Json, Json]:
        return _resolved(self.old, before), _resolved(self.new, after)

    def fields(self, place: str, old: Json, new: Json, direction: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        required_before, required_after = set(old.get("required", [])), set(new.get("required", []))
        for name, schema in before.items():
            if name not in after:
                yield f"{place}: field {name} removed"
                continue
            if direction == "response" and name in required_before - required_after:
                yield f"{place}: field {name} may now be absent"
            yield from self.schema(f"{place}.{name}", schema, after[name], direction)
        if direction == "request":
            for name in sorted(required_after - required_before):
                yield f"{place}: field {name} now required"


def _resolved(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = document["components"]["schemas"][name]
    return schema


def _alternatives(document: Json, schema: Json) -> list[Json]:
    """Return the members of a union, flattened; a list of types is a union too."""
    schema = _resolved(document, schema)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return [one for part in schema[word] for one in _alternatives(document, part)]
    kind = schema.get("type")
    if isinstance(kind, list):
        return [{**schema, "type": one} for one in kind]
    return [schema]


def _is_null(schema: Json) -> bool:
    return schema.get("type") == "null"


def _without_null(schemas: list[Json]) -> list[Json]:
    return [one for one in schemas if not _is_null(one)]


def _kind(schema: Json) -> str:
    """Return the JSON type with its format."""
    kind = schema.get("type") or (
        "any" if "const" not in schema else type(schema["const"]).__name__
    )
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)


def _same_kind(old: Json, new: Json, direction: Direction) -> bool:
    before, after = _kind(old), _kind(new)
    if before == after:
        return True
    narrow, wide = (before, after) if direction == "request" else (after, before)
    return wide == "any" or (narrow, wide) == ("integer", "number")


def _values(schema: Json) -> set[str] | None:
    """Return the allowed values as JSON, or None if the schema does not list them."""
    if "const" in schema:
        return {json.dumps(schema["const"])}
    return {json.dumps(one) for one in schema["enum"]} if "enum" in schema else None


def _narrowed(place: str, old: Json, new: Json) -> Iterator[str]:
    """Yield restrictions that are new in a request schema."""
    before, after = _values(old), _values(new)
    if after is not None and before is None:
        yield f"{place}: only listed values allowed now"
    elif after is not None and before is not None:
        for value in sorted(before - after):
            yield f"{place}: value {value} removed"
    for name in LOWER_BOUNDS:
        if name in new and (name not in old or new[name] > old[name]):
            yield f"{place}: {name} raised to {new[name]}"
    for name in UPPER_BOUNDS:
        if name in new and (name not in old or new[name] < old[name]):
            yield f"{place}: {name} lowered to {new[name]}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{place}: pattern changed"


def undeclared(changes: list[str], declared: str) -> list[str]:
    """Return the changes that the Breaking section does not quote."""
    return [one for one in changes if f"`{one}`" not in declared]


def main(arguments: list[str]) -> int:
    """Print breaking changes; return 1 if any of them is not in the changelog."""
    if arguments:
        old, new = (Path(one) for one in arguments)
        declared = ""
    else:
        released = released_documents()
        if not released:
            print("There is no release yet, so there is nothing to compare with.")
            return 0
        old, new = released[-1], ROOT / "contract/openapi.json"
        declared = changelog.unreleased((ROOT / "CHANGELOG.md").read_text()).get("Breaking", "")
    changes = undeclared(
        breaking_changes(json.loads(old.read_text()), json.loads(new.read_text())), declared
    )
    if changes:
        print(f"Clients of {old.name} break. Undo the change, or quote the line in CHANGELOG.md,")
        print("under Unreleased, Breaking, with what clients have to do:")
        print("\n".join(f"- `{one}`" for one in changes))
        return 1
    print(f"Clients of {old.name} work.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
