"""Field errors in the shop's own words, the same as the client's message catalogue.

The wording is that of the specification, section 5; `{attribute}` is the field's label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

MESSAGES = {
    "required": "{attribute} cannot be blank.",
    "minLength": "{attribute} must be at least {min} characters.",
    "maxLength": "{attribute} cannot exceed {max} characters.",
    "minValue": "{attribute} must be an integer greater than or equal to {min}.",
    "maxValue": "{attribute} must be an integer less than or equal to {max}.",
    "numeric": "{attribute} must be an integer greater than or equal to 1.",
    "decimal": "{attribute} must be a number.",
    "integer": "{attribute} must be an integer.",
    "between": "{attribute} must range from {min} - {max}.",
    "email": "Please enter email in correct format.",
    "phone": "Please enter your 10 digit number.",
    "invalid": "{attribute} is not valid.",
    "tooMany": "{attribute} cannot hold more than {max} entries.",
}
"""Rule name → message."""


def label(field: str) -> str:
    """`firstName` → `First name`, as on the screen."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", field).replace("_", " ").replace(".", " ")
    return words[:1].upper() + words[1:].lower()


def message(rule: str, field: str, **parameters: object) -> str:
    """The message of a rule for a field."""
    return MESSAGES[rule].format(attribute=label(field), **parameters)


def required(field: str) -> dict[str, list[str]]:
    """The `fields` of an error where one is missing."""
    return {field: [message("required", field)]}


def _rule(error: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    context: Mapping[str, Any] = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "required", {}
        case "string_too_short" if context["min_length"] <= 1 or error.get("input") == "":
            return "required", {}
        case "string_too_short":
            return "minLength", {"min": context["min_length"]}
        case "string_too_long":
            return "maxLength", {"max": context["max_length"]}
        case "greater_than_equal":
            return "minValue", {"min": context["ge"]}
        case "greater_than":
            return "minValue", {"min": context["gt"] + 1}
        case "less_than_equal":
            return "maxValue", {"max": context["le"]}
        case "int_parsing" | "int_type" | "int_from_float" | "int_parsing_size":
            return "integer", {}
        case "too_long":
            # pydantic counts text like a list where a validator stands before the length.
            rule = "maxLength" if isinstance(error.get("input"), str) else "tooMany"
            return rule, {"max": context["max_length"]}
        case "too_short":
            return "required", {}
        case "string_type" if error.get("input") is None:
            return "required", {}
        case _:
            return "invalid", {}


def fields_of(errors: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Turns pydantic's errors into the envelope's `fields`.

    The key is the input's own name, with dots inside nested objects; a list's index is part of it.
    """
    fields: dict[str, list[str]] = {}
    for error in errors:
        path = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
        field = ".".join(path) or "body"
        last = next((part for part in reversed(path) if not part.isdigit()), "body")
        if error["type"] in ("text_control", "shop_rule"):
            text = (
                f"{label(last)} {error['msg']}" if error["type"] == "text_control" else error["msg"]
            )
        else:
            rule, parameters = _rule(error)
            text = message(rule, last, **parameters)
        if text not in fields.setdefault(field, []):
            fields[field].append(text)
    return fields
