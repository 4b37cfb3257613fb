"""`tools/api_compatibility.py` finds each kind of breaking change, and accepts compatible ones."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import api_compatibility
import pytest

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]

DOCUMENT: Json = {
    "paths": {
        "/api/notes": {
            "get": {
                "operationId": "notesList",
                "parameters": [
                    {"in": "query", "name": "page", "schema": {"type": "integer", "minimum": 1}},
                    {
                        "in": "query",
                        "name": "sort",
                        "schema": {"type": "string", "enum": ["new", "old"]},
                    },
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Notes"}}
                        }
                    },
                    "404": {},
                },
            },
            "post": {
                "operationId": "notesAdd",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/NoteInput"}}
                    }
                },
                "responses": {"201": {}},
            },
        }
    },
    "components": {
        "schemas": {
            "Notes": {
                "type": "object",
                "properties": {
                    "items": {"type": "array", "items": {"$ref": "#/components/schemas/Note"}}
                },
                "required": ["items"],
            },
            "Note": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "text": {"type": "string"},
                    "at": {"type": "string", "format": "date-time"},
                    "by": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                    "replies": {"type": "array", "items": {"$ref": "#/components/schemas/Note"}},
                },
                "required": ["id", "text"],
            },
            "NoteInput": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "maxLength": 100},
                    "tone": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                    "to": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                },
                "required": ["text"],
            },
        }
    },
}

Change = Callable[[Json], object]


def _list(document: Json) -> Any:
    return document["paths"]["/api/notes"]["get"]


def _add(document: Json) -> Any:
    return document["paths"]["/api/notes"]["post"]


def _note(document: Json) -> Any:
    return document["components"]["schemas"]["Note"]


def _input(document: Json) -> Any:
    return document["components"]["schemas"]["NoteInput"]


def changes_of(change: Change) -> list[str]:
    changed = copy.deepcopy(DOCUMENT)
    change(changed)
    return api_compatibility.breaking_changes(DOCUMENT, changed)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda it: it["paths"].clear(),
            ["GET /api/notes: operation removed", "POST /api/notes: operation removed"],
        ),
        (lambda it: it["paths"]["/api/notes"].pop("get"), ["GET /api/notes: operation removed"]),
        (
            lambda it: _list(it).update(operationId="allNotes"),
            ["GET /api/notes: operation id changed"],
        ),
        (
            lambda it: _list(it).update(security=[{"customer": []}]),
            ["GET /api/notes: now needs an access token"],
        ),
        (lambda it: _list(it)["responses"].pop("404"), ["GET /api/notes: response 404 removed"]),
        (
            lambda it: _list(it)["responses"]["200"]["content"].clear(),
            ["GET /api/notes 200: application/json removed"],
        ),
        (
            lambda it: _list(it)["parameters"].pop(0),
            ["GET /api/notes: query parameter page removed"],
        ),
        (
            lambda it: _list(it)["parameters"].append(
                {"in": "query", "name": "shop", "required": True, "schema": {"type": "string"}}
            ),
            ["GET /api/notes: query parameter shop now required"],
        ),
        (
            lambda it: _list(it)["parameters"][0].update(required=True),
            ["GET /api/notes: query parameter page now required"],
        ),
        (
            lambda it: _list(it)["parameters"][1]["schema"].update(enum=["new"]),
            ['GET /api/notes query parameter sort: value "old" removed'],
        ),
        (
            lambda it: _list(it)["parameters"][0]["schema"].update(enum=[1, 2]),
            ["GET /api/notes query parameter page: only listed values allowed now"],
        ),
        (
            lambda it: _list(it)["parameters"][0]["schema"].update(minimum=2),
            ["GET /api/notes query parameter page: minimum raised to 2"],
        ),
        (
            lambda it: _add(it)["requestBody"].update(required=True),
            ["POST /api/notes: body now required"],
        ),
        (lambda it: _add(it).pop("requestBody"), ["POST /api/notes: body removed"]),
        (
            lambda it: _list(it).update(requestBody={"required": True, "content": {}}),
            ["GET /api/notes: body now required"],
        ),
        (
            lambda it: _note(it)["properties"].pop("text"),
            ["Note (response): field text removed"],
        ),
        (
            lambda it: _note(it).update(required=["id"]),
            ["Note (response): field text may now be absent"],
        ),
        (
            lambda it: _note(it)["properties"]["id"].update(type="string"),
            ["Note (response).id: type changed from integer to string"],
        ),
        (
            lambda it: _note(it)["properties"]["id"].update(type="number"),
            ["Note (response).id: type changed from integer to number"],
        ),
        (
            lambda it: _note(it)["properties"]["at"].update(format="date"),
            ["Note (response).at: type changed from string (date-time) to string (date)"],
        ),
        (
            lambda it: _note(it)["properties"]["id"].update(type=["integer", "null"]),
            ["Note (response).id: may now be null"],
        ),
        (
            lambda it: _note(it)["properties"]["by"]["anyOf"].append({"type": "boolean"}),
            ["Note (response).by: type changed"],
        ),
        (
            lambda it: _input(it)["properties"].pop("tone"),
            ["NoteInput (request): field tone removed"],
        ),
        (
            lambda it: _input(it)["required"].append("tone"),
            ["NoteInput (request): field tone now required"],
        ),
        (
            lambda it: _input(it)["properties"]["tone"]["anyOf"].pop(),
            ["NoteInput (request).tone: may no longer be null"],
        ),
        (
            lambda it: _input(it)["properties"]["to"]["anyOf"].pop(),
            ["NoteInput (request).to: type changed"],
        ),
        (
            lambda it: _input(it)["properties"]["text"].update(maxLength=50),
            ["NoteInput (request).text: maxLength lowered to 50"],
        ),
        (
            lambda it: _input(it)["properties"]["text"].update(pattern="^a"),
            ["NoteInput (request).text: pattern changed"],
        ),
    ],
)
def test_breaking_changes(change: Change, expected: list[str]) -> None:
    assert changes_of(change) == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["paths"].update({"/api/more": {}}),
        lambda it: _list(it)["responses"].update({"409": {}}),
        lambda it: _list(it)["parameters"].append(
            {"in": "query", "name": "shop", "schema": {"type": "string"}}
        ),
        lambda it: _list(it)["parameters"][1]["schema"]["enum"].append("best"),
        lambda it: _list(it)["parameters"][0]["schema"].update(minimum=0),
        lambda it: _note(it)["properties"].update(title={"type": "string"}),
        lambda it: _note(it)["required"].append("at"),
        lambda it: _note(it)["properties"]["by"]["anyOf"].pop(),
        lambda it: _input(it)["properties"].update(title={"type": "string"}),
        lambda it: _input(it).update(required=[]),
        lambda it: _input(it)["properties"]["text"].update(maxLength=200),
        lambda it: _input(it)["properties"]["to"]["anyOf"].append({"type": "null"}),
        # A schema's name is not sent.
        lambda it: (
            it["components"]["schemas"].update(List=it["components"]["schemas"].pop("Notes")),
            _list(it)["responses"]["200"]["content"]["application/json"].update(
                schema={"$ref": "#/components/schemas/List"}
            ),
        ),
    ],
)
def test_compatible_changes(change: Change) -> None:
    assert changes_of(change) == []


def test_the_api_is_compatible_with_itself() -> None:
    document = json.loads(api_compatibility.ROOT.joinpath("contract/openapi.json").read_text())
    assert api_compatibility.breaking_changes(document, document) == []


def test_a_field_removed_from_the_api_is_found() -> None:
    document = json.loads(api_compatibility.ROOT.joinpath("contract/openapi.json").read_text())
    changed = copy.deepcopy(document)
    schemas = changed["components"]["schemas"]
    name = next(name for name in schemas if "quantity" in schemas[name].get("properties", {}))
    del schemas[name]["properties"]["quantity"]
    found = api_compatibility.breaking_changes(document, changed)
    assert any(one.startswith(name) and "field quantity removed" in one for one in found), found


def test_a_breaking_change_is_allowed_once_the_changelog_quotes_it() -> None:
    changes = ["GET /api/a: operation removed", "GET /api/b: operation removed"]
    declared = "- `GET /api/a: operation removed`. Call `/api/c` instead.\n"
    assert api_compatibility.undeclared(changes, declared) == changes[1:]


def test_the_command_fails_and_prints_the_changelog_entries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(DOCUMENT))
    new.write_text(json.dumps({**DOCUMENT, "paths": {}}))
    assert api_compatibility.main([str(old), str(new)]) == 1
    assert "- `GET /api/notes: operation removed`" in capsys.readouterr().out
    assert api_compatibility.main([str(old), str(old)]) == 0
