"""What the edge's schemas build on: camelCase names, strict text, ids that fit a column."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

_DAY = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")


def _storable(value: str) -> str:
    if "\x00" in value:
        raise PydanticCustomError("text_control", "cannot hold control characters.")
    return value


def _one_line(value: str) -> str:
    if any(ord(character) < 32 or character in "\x7f\u2028\u2029" for character in value):
        raise PydanticCustomError("text_control", "must be a single line of text.")
    return value


def _written(value: Any) -> Any:
    """Refuses numbers where a date is meant: read as seconds they would be a day in 1970."""
    if not isinstance(value, str) or not _DAY.match(value.strip()):
        raise PydanticCustomError("date_type", "must be a date.")
    return value


Text = Annotated[str, AfterValidator(_storable)]
"""Text of any lines. PostgreSQL cannot store NUL, so it is refused here."""

Line = Annotated[str, AfterValidator(_one_line)]
"""Text of one line."""

Integer = Annotated[int, Field(strict=True)]
"""A whole number of a body. JSON knows the difference between `1`, `"1"` and `true`; paths and
queries know text alone, so there it is `int`."""
MAX_ID = 2**53 - 1
"""What JavaScript and a bigint can both hold."""
Id = Annotated[Integer, Field(ge=1, le=MAX_ID)]
Day = Annotated[date, BeforeValidator(_written)]
"""A day, as `2026-03-09`."""


def _utc(value: datetime) -> str:
    return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")


Time = Annotated[datetime, PlainSerializer(_utc, return_type=str, when_used="json")]
"""A moment in UTC, written with Z."""


class Input(BaseModel):
    """What a caller sends. Text is stripped at its ends; fields nobody knows are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        str_strip_whitespace=True,
        extra="ignore",
    )


class Output(BaseModel):
    """What an answer holds. No field has a default: whoever builds one says everything."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )


class Picture(Output):
    """A picture as answers say it."""

    path: str = Field(description="Relative; see the CDN endpoints.")
    alt: str
    width: int | None
    height: int | None
    colour: str | None = Field(description="Shown while it loads.")
