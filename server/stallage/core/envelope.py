"""The envelope of all API responses: `{"status", "output", "error"}`."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

import orjson
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from stallage.core.errors import ApiError

T = TypeVar("T")

SCHEMAS = "#/components/schemas/"
"""Where the schemas of models are in an OpenAPI document."""


class Answer(BaseModel, Generic[T]):
    """What a call that did its work says."""

    status: Literal[True] = Field(description="Always true for an answer that did its work.")
    output: T
    error: None


class Error(BaseModel):
    """What went wrong, in a word for programs and a sentence for people."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(description="A stable snake_case word.")
    message: str = Field(description="A sentence for the shopper.")
    fields: dict[str, list[str]] = Field(description="Messages for each input field, or empty.")


class Failure(BaseModel):
    """The error of a response."""

    status: Literal[False]
    output: None
    error: Error


# Pydantic drops unreferenced generic models, and building one again takes longer than a query.
_ANY = Answer[Any]
_ANY_JSON = TypeAdapter(_ANY)


def answer(output: T) -> Answer[T]:
    """Wrap the output of a successful call."""
    return _ANY.model_construct(status=True, output=output, error=None)


def answer_json(answered: Answer[Any]) -> bytes:
    """Return the JSON of an answer whose output is a model, or models, of this package."""
    return _ANY_JSON.dump_json(answered, by_alias=True)


def wrap_json(*output_json: bytes) -> bytes:
    """Wrap an output that is already JSON, in one part or several."""
    return b"".join((b'{"status":true,"output":', *output_json, b',"error":null}'))


def error_response(error: ApiError) -> Response:
    """Return the HTTP response of an error."""
    content = {
        "code": error.code,
        "message": error.message,
        "fields": error.fields,
        **error.extra,
    }
    return Response(
        orjson.dumps({"status": False, "output": None, "error": content}),
        status_code=error.status,
        media_type="application/json",
        headers={**error.headers, "Cache-Control": "no-store"},
    )


def error_responses(*classes: type[ApiError]) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that raises these errors.

    They refer to the schema of `Failure`, which `stallage.openapi` adds to the documents: as models of each
    route, they took most of the time that a process takes to start.
    """
    by_status: dict[int | str, list[str]] = {}
    for error in classes:
        by_status.setdefault(error.status, []).append(error.code)
    return {
        status: {
            "description": "Refused: " + ", ".join(sorted(set(codes))),
            "content": {"application/json": {"schema": {"$ref": SCHEMAS + Failure.__name__}}},
        }
        for status, codes in by_status.items()
    }
