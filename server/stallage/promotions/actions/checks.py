"""Checks of fields that depend on each other."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pydantic.alias_generators import to_camel

from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.schemas import Output

NOT_AUDITED = frozenset({"id", "etag", "state", "used", "has_uses", "titles", "batch_id"})
"""What follows from other fields, or is not edited."""


def check_schedule(starts_at: datetime, ends_at: datetime | None) -> None:
    """Raise InvalidFields if the end is not after the start."""
    if ends_at is not None and ends_at <= starts_at:
        raise InvalidFields(fields={"endsAt": ["The end must be after the start."]})


def check_reduction(percent: int | None, amount: int | None) -> None:
    """Raise InvalidFields unless there is either a percentage or an amount."""
    if (percent is None) == (amount is None):
        sentence = "Enter either a percentage or an amount."
        raise InvalidFields(fields={"percent" if amount is None else "amount": [sentence]})


def raise_problems(problems: Iterable[tuple[str, str]]) -> None:
    """Raise InvalidFields if there are problems, each as (field, sentence)."""
    fields: dict[str, list[str]] = {}
    for field, sentence in problems:
        fields.setdefault(to_camel(field), []).append(sentence)
    if fields:
        raise InvalidFields(fields=fields)


def audited(record: Output) -> JsonObject:
    """What an entry of the audit log holds of a record."""
    values: JsonObject = record.model_dump(mode="json", by_alias=False, exclude=set(NOT_AUDITED))
    return values
