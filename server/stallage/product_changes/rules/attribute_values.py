"""Checks the values of typed attributes. They are stored as shoppers read them, so facets need no type."""

from __future__ import annotations

import re

from stallage.product_changes.schemas.records import AttributeKind

_NUMBER = re.compile(r"-?[0-9]{1,12}([.][0-9]{1,6})?", re.ASCII)
_HEX = re.compile(r"#[0-9a-f]{6}")
_COLOUR_NAME = re.compile(r"[^\W\d_][^\d_#]{0,39}")
_YES = frozenset({"yes", "true", "1"})
_NO = frozenset({"no", "false", "0"})


def typed_value(kind: AttributeKind, unit: str, value: str) -> str | None:
    """Return a value as it is stored, such as `12 cm` for `12`; None if it is not of this kind."""
    if kind == "number":
        number = value.removesuffix(unit).strip() if unit else value
        if not _NUMBER.fullmatch(number):
            return None
        return f"{number} {unit}".strip()
    if kind == "boolean":
        word = value.casefold()
        return "Yes" if word in _YES else "No" if word in _NO else None
    if kind == "colour":
        if _HEX.fullmatch(value.lower()):
            return value.lower()
        return value if _COLOUR_NAME.fullmatch(value) else None
    return value
