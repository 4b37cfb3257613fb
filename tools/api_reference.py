"""Writes the API reference as Markdown pages from `contract/openapi.json`, one page per tag."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CONTRACT = ROOT / "contract/openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
SCHEMAS_PAGE = "schemas.md"

Json = dict[str, Any]


def pages(document: Json) -> dict[str, str]:
    """Return Markdown by file name: `index.md`, one page per tag, and a page of schemas."""
    by_tag: dict[str, list[tuple[str, str, Json]]] = {}
    for path, item in document["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                for tag in operation["tags"]:
                    by_tag.setdefault(tag, []).append((path, method, operation))
    common = _common_responses([one for group in by_tag.values() for _, _, one in group])
    found = {"index.md": _index(document, by_tag, common)}
    for tag, operations in sorted(by_tag.items()):
        parts = [f"# {_title(tag)}", *(_operation(*one, common) for one in operations)]
        found[_file(tag)] = "\n\n".join(parts) + "\n"
    found[SCHEMAS_PAGE] = _schemas(document["components"]["schemas"])
    return found


def _common_responses(operations: list[Json]) -> dict[str, Json]:
    """Return the responses by status that most operations have; they are listed only once."""
    counts = Counter(
        (status, json.dumps(response, sort_keys=True))
        for one in operations
        for status, response in one["responses"].items()
        if not status.startswith("2")
    )
    return {
        status: json.loads(response)
        for (status, response), count in counts.items()
        if count * 2 > len(operations)
    }


def _title(tag: str) -> str:
    return tag[0].upper() + tag[1:]


def _file(tag: str) -> str:
    return f"{tag}.md"


def _anchor(name: str) -> str:
    """Return an explicit anchor, since some schema names differ only in case and underscores."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _index(
    document: Json, by_tag: dict[str, list[tuple[str, str, Json]]], common: dict[str, Json]
) -> str:
    info = document["info"]
    lines = [
        "# API reference",
        "",
        f"Version {info['version']}. A running shop serves this document at `/openapi.json`.",
        "",
        info["description"].strip(),
        "",
        "| Section | Method | Path |",
        "|---|---|---|",
    ]
    for tag, operations in sorted(by_tag.items()):
        lines += [
            f"| {_title(tag)} | {method.upper()} "
            f"| [`{path}`]({_file(tag)}#{_anchor(operation['operationId'])}) |"
            for path, method, operation in operations
        ]
    lines += [
        "",
        f"Types are on [their own page]({SCHEMAS_PAGE}).",
        "",
        "## Common responses",
        "",
        "Most operations can answer with these as well. An operation lists what differs.",
        "",
        *_responses(common),
        "",
    ]
    return "\n".join(lines)


def _responses(responses: dict[str, Json]) -> list[str]:
    lines = ["| Status | Description | Content |", "|---|---|---|"]
    for status, response in sorted(responses.items()):
        types = [_type(one.get("schema", {})) for one in response.get("content", {}).values()]
        lines.append(f"| {status} | {_cell(response['description'])} | {', '.join(types)} |")
    return lines


def _operation(path: str, method: str, operation: Json, common: dict[str, Json]) -> str:
    lines = [
        f"## {method.upper()} {path} {{ #{_anchor(operation['operationId'])} }}",
        "",
        _prose(operation.get("description", "")),
        "",
        f"Operation: `{operation['operationId']}`. "
        + ("Needs an access token." if operation.get("security") else "Needs no access token."),
    ]
    if parameters := operation.get("parameters"):
        lines += ["", "| Parameter | In | Type | Required | Description |", "|---|---|---|---|---|"]
        lines += [
            f"| `{one['name']}` | {one['in']} | {_type(one['schema'])} "
            f"| {'yes' if one.get('required') else 'no'} "
            f"| {_cell(one.get('description', one['schema'].get('description', '')))} |"
            for one in parameters
        ]
    if body := operation.get("requestBody"):
        for media, content in body["content"].items():
            lines += ["", f"Body (`{media}`): {_type(content['schema'])}"]
    own = {
        status: response
        for status, response in operation["responses"].items()
        if common.get(status) != response
    }
    return "\n".join([*lines, "", *_responses(own)])


def _prose(text: str) -> str:
    return text.strip().replace("<", "&lt;")


def _schemas(schemas: Json) -> str:
    parts = ["# Types"]
    for name, schema in sorted(schemas.items()):
        lines = [f"## {name} {{ #{_anchor(name)} }}", "", _prose(schema.get("description", ""))]
        if values := schema.get("enum"):
            lines += ["", "One of " + ", ".join(f"`{_cell(str(one))}`" for one in values) + "."]
        if fields := schema.get("properties"):
            required = schema.get("required", [])
            lines += ["", "| Field | Type | Required | Description |", "|---|---|---|---|"]
            lines += [
                f"| `{field}` | {_type(one)} | {'yes' if field in required else 'no'} "
                f"| {_cell(one.get('description', ''))} |"
                for field, one in fields.items()
            ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _type(schema: Json) -> str:
    """Describe a type, with a link if it has a name."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"[{_cell(name)}]({SCHEMAS_PAGE}#{_anchor(name)})"
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return " or ".join(dict.fromkeys(_type(one) for one in schema[choice]))
    if "const" in schema:
        return f"`{_cell(json.dumps(schema['const']))}`"
    if "enum" in schema:
        return " or ".join(f"`{_cell(json.dumps(one))}`" for one in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"map of {_type(schema['additionalProperties'])}"
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)
