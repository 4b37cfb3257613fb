"""What the edge's schemas build on: camelCase names, strict text, ids that fit a column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

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

MAX_EMAIL = 254
"""Characters of an address, as RFC 5321 has it."""
Email = Annotated[Line, Field(max_length=MAX_EMAIL)]
"""An e-mail address as it is typed; `contacts.email_address` gives it its one form."""
Phone = Annotated[Line, Field(max_length=40, description="10 digits.")]
"""A phone number as it is typed; `contacts.phone_number` gives it its one form."""


@dataclass(frozen=True, slots=True)
class Between:
    """Bounds of a number, ends included. Unlike with `ge` and `le`, the message names both."""

    least: int
    most: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**handler(schema), "maximum": self.most, "minimum": self.least}

    def _checked(self, value: int) -> int:
        if self.least <= value <= self.most:
            return value
        context = {"min": self.least, "max": self.most}
        raise PydanticCustomError("between", "must range from {min} - {max}.", context)


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
