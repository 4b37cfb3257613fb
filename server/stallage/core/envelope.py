"""The one shape of every answer: `{"status", "output", "error"}`."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

import orjson
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from stallage.core.errors import Refusal

T = TypeVar("T")


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
    """What a call that refused says."""

    status: Literal[False]
    output: None
    error: Error


# Pydantic forgets a generic's model where nobody holds it, and making it anew takes longer than a query.
_ANY = Answer[Any]


def answer(output: T) -> Answer[T]:
    """Wraps an output."""
    return _ANY.model_construct(status=True, output=output, error=None)


def ready(output_json: bytes) -> bytes:
    """Wraps an output that is JSON already."""
    return b'{"status":true,"output":' + output_json + b',"error":null}'


def refusal_response(refusal: Refusal) -> Response:
    """The HTTP answer of a refusal."""
    error = {
        "code": refusal.code,
        "message": refusal.message,
        "fields": refusal.fields,
        **refusal.extra,
    }
    return Response(
        orjson.dumps({"status": False, "output": None, "error": error}),
        status_code=refusal.status,
        media_type="application/json",
        headers={**refusal.headers, "Cache-Control": "no-store"},
    )


def refusals(*classes: type[Refusal]) -> dict[int | str, dict[str, Any]]:
    """Declares what a route may refuse, for its `responses`."""
    by_status: dict[int | str, list[str]] = {}
    for refusal in classes:
        by_status.setdefault(refusal.status, []).append(refusal.code)
    return {
        status: {"model": Failure, "description": "Refused: " + ", ".join(sorted(set(codes)))}
        for status, codes in by_status.items()
    }
