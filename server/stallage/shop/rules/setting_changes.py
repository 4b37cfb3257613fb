"""What a saved change of settings replaced, and whether it can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.json_types import JsonObject

Values = Mapping[str, Any]
"""The settings of an area by key, as JSON. A key without a value is missing."""


def differences(before: Values, after: Values) -> tuple[JsonObject, JsonObject]:
    """The values that differ, before and after."""
    keys = [
        key
        for key in sorted({*before, *after})
        if (key in before) != (key in after) or before.get(key) != after.get(key)
    ]
    return (
        {key: before[key] for key in keys if key in before},
        {key: after[key] for key in keys if key in after},
    )


def changed_since(current: Values, after: Values, before: Values) -> list[str]:
    """The keys of a change that no longer have the value that it gave them."""
    return [
        key
        for key in sorted({*before, *after})
        if (key in current) != (key in after) or current.get(key) != after.get(key)
    ]


def restored(current: Values, after: Values, before: Values) -> JsonObject:
    """The settings with the values from before a change."""
    return {key: value for key, value in current.items() if key not in after} | dict(before)
