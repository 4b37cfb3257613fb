"""Base classes and types of API schemas: camelCase names, strict text, ids that fit a column."""

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
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import (
    CoreSchema,
    ErrorDetails,
    InitErrorDetails,
    PydanticCustomError,
    core_schema,
)

_DAY = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
_CONTROLS = re.compile("[\x00-\x1f\x7f\u2028\u2029]")


def _reject_nul(value: str) -> str:
    if "\x00" in value:
        raise PydanticCustomError("text_control", "cannot hold control characters.")
    return value


def _require_single_line(value: str) -> str:
    if _CONTROLS.search(value):
        raise PydanticCustomError("text_control", "must be a single line of text.")
    return value


def _require_day_string(value: Any) -> Any:
    """Reject numbers as dates: pydantic would read them as seconds since 1970."""
    if not isinstance(value, str) or not _DAY.match(value.strip()):
        raise PydanticCustomError("date_type", "must be a date.")
    return value


def _reject_infinite(value: date) -> date:
    """Reject the first and the last date that Python has: asyncpg stores them as infinite."""
    if value in (date.min, date.max):
        raise PydanticCustomError("date_range", "is not valid.")
    return value


Text = Annotated[str, AfterValidator(_reject_nul)]
"""Text of any number of lines. NUL is rejected because PostgreSQL cannot store it."""

Line = Annotated[str, AfterValidator(_require_single_line)]
"""A single line of text."""

MAX_EMAIL = 254
"""Characters (RFC 5321)."""
Email = Annotated[Line, Field(max_length=MAX_EMAIL)]
"""An email address as typed, not normalized."""
Phone = Annotated[Line, Field(max_length=40, description="10 digits.")]
"""A phone number as typed, not normalized."""


@dataclass(frozen=True, slots=True)
class Between:
    """Inclusive bounds of a number. Unlike with `ge` and `le`, the error message names both."""

    minimum: int
    maximum: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**handler(schema), "maximum": self.maximum, "minimum": self.minimum}

    def _check(self, value: int) -> int:
        if self.minimum <= value <= self.maximum:
            return value
        context = {"min": self.minimum, "max": self.maximum}
        raise PydanticCustomError("between", "must range from {min} - {max}.", context)


Integer = Annotated[int, Field(strict=True)]
"""An integer in a body; strict, so that `"1"` and `true` are rejected. Path and query parameters are
always text and use `int`."""
MAX_ID = 2**53 - 1
"""JavaScript's largest safe integer, which fits a bigint."""
Id = Annotated[Integer, Field(ge=1, le=MAX_ID)]

_OTHER_KIND = frozenset({"int_type", "list_type", "model_attributes_type", "string_type"})
"""Types of errors of a union's members that are about another kind of value than the one that was sent."""
_CUSTOM = frozenset({"between", "text_control"})


def _read_one_of(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Validate with a union, and report only the errors of the member that the value is meant for.

    Pydantic reports those of all members, and writes the name of the member into the path of the field.
    """
    try:
        return read(value)
    except ValidationError as error:
        members: dict[int | str, list[ErrorDetails]] = {}
        for one in error.errors():
            members.setdefault(one["loc"][0], []).append(one)
        fitting = [errors for errors in members.values() if not _is_of_other_kind(errors)]
        chosen = fitting[0] if fitting else next(iter(members.values()))[:1]
        without_member = [_without_member(one) for one in chosen]
        raise ValidationError.from_exception_data(error.title, without_member) from None


def _is_of_other_kind(errors: list[ErrorDetails]) -> bool:
    return any(len(one["loc"]) == 1 and one["type"] in _OTHER_KIND for one in errors)


def _without_member(error: ErrorDetails) -> InitErrorDetails:
    kind, context = error["type"], error.get("ctx", {})
    return InitErrorDetails(
        type=PydanticCustomError(kind, error["msg"], context) if kind in _CUSTOM else kind,
        loc=error["loc"][1:],
        input=error["input"],
        ctx=context,
    )


OneOf = WrapValidator(_read_one_of)
"""Annotates a union of a text and a number, or of a list and an object."""
Day = Annotated[date, BeforeValidator(_require_day_string), AfterValidator(_reject_infinite)]
"""A date such as `2026-03-09`."""


def _utc(value: datetime) -> str:
    return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")


Time = Annotated[datetime, PlainSerializer(_utc, return_type=str, when_used="json")]
"""A time in UTC, such as `2026-03-09T18:00:00.000Z`."""


PicturePreview = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]{80}$")]
"""A preview of a picture as in `core.previews`."""


def is_absent(value: object) -> bool:
    """Whether a field is left out of JSON: most pictures of old records have no preview, for instance."""
    return value is None


PictureJson = dict[str, Any]
"""A picture as stored in jsonb columns, with the keys of `Picture`."""


class Input(BaseModel):
    """Base of request bodies. Text is stripped; unknown fields are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        str_strip_whitespace=True,
        extra="ignore",
    )


class Output(BaseModel):
    """Base of response bodies. Fields have no defaults, so that none is forgotten."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )


class Picture(Output):
    """A picture in responses."""

    path: str = Field(description="Relative; see the CDN endpoints.")
    alt: str
    width: int | None
    height: int | None
    colour: str | None = Field(description="Shown while it loads.")
    preview: str | None = Field(
        None,
        exclude_if=is_absent,
        description="Pixels of a bitmap of 4 × 5 pixels in base64, shown while the picture loads: append"
        " them to `data:image/bmp;base64,Qk1yAAAAAAAAADYAAAAoAAAABAAAAAUAAAABABgAAAAAADwAAAAAAAAAAAAAAAA"
        "AAAAAAAAA`. Omitted for drawings and pictures with transparent parts.",
    )
    focus: list[int] | None = Field(
        None,
        min_length=2,
        max_length=2,
        # Most pictures have none, and lists contain many pictures.
        exclude_if=is_absent,
        description="What stays visible where it is cropped, in per cent from the left and from the top."
        " Omitted for the centre.",
    )
