"""What a saved change of settings replaced, and whether it can be undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Literal, TypeAlias

import orjson

from stallage.core.json_types import JsonObject

Values = Mapping[str, Any]
"""The settings of an area by key, as JSON. A key without a value is missing."""
EditPermission: TypeAlias = Literal["settings.edit", "content.edit", "stock.edit"]
"""What allows an operator to change settings, and to undo that."""
HIDDEN = "hidden"
"""Stands for a secret in the audit log and in the history of settings."""
SECRETS_LAST = timedelta(days=30)
"""How long the history keeps a secret that was replaced, encrypted, so that it can be restored."""
MAX_SHOWN = 2_000
"""Bytes of a value that the history shows."""


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


def restored(current: Values, keys: Collection[str], before: Values) -> JsonObject:
    """The settings with the values that these keys had before a change."""
    return {key: value for key, value in current.items() if key not in keys} | dict(before)


def is_sealed(value: object) -> bool:
    """Whether a value is an encrypted secret, see `settings.stored.seal`."""
    return isinstance(value, dict) and "sealed" in value


def is_forgotten(value: object) -> bool:
    """Whether a value was a secret that the history no longer keeps."""
    return isinstance(value, dict) and value == {"forgotten": True}


def shown(values: Values) -> JsonObject:
    """The values without secrets and without what is too long for a list."""
    return {key: _shown(value) for key, value in values.items()}


def _shown(value: object) -> object:
    if is_sealed(value) or is_forgotten(value):
        return HIDDEN
    return value if len(orjson.dumps(value)) <= MAX_SHOWN else "…"
