"""Field errors in the shop's own words, the same as the client's message catalogue.

The wording is that of the specification, section 5; `{attribute}` is the field's label on the screen.
`contract/rules.json` lists an input that brings each message up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel

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

DUPLICATES = {
    "category": "Category name already exists.",
    "attributeSet": "Attribute set already exists.",
    "name": "Name already exists.",
    "attribute": "Attribute already selected.",
}
"""What is there twice → message. An attribute set is the option values of one SKU."""

LABELS = {
    "comment": "Your review",
    "dob": "Date of birth",
    "line1": "Address line 1",
    "line2": "Address line 2",
    "orderId": "Order number",
    "otp": "OTP",
    "phone": "Phone number",
    "question": "Your question",
    "answer": "Your answer",
    "ratingStar": "Your rating",
    "title": "Headline",
}
"""Field → label, where the name does not give it. A field's `title` in its schema comes first."""

CONTACTS = ("email", "phone")
"""Fields with one message for whatever is wrong with them, as long as they are not empty."""

TitleOf = Callable[[Sequence[object]], str | None]
"""Finds the title that the schema gives to the field at a place, such as `("body", "name")`."""


def label(field: str) -> str:
    """`firstName` → `First name`, as on the screen."""
    last = field.rpartition(".")[2]
    if last in LABELS:
        return LABELS[last]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", last).replace("_", " ")
    return words[:1].upper() + words[1:].lower()


def message(rule: str, field: str, *, attribute: str | None = None, **parameters: Any) -> str:
    """The message of a rule for a field; `attribute` is its label where the name gives another."""
    return MESSAGES[rule].format(attribute=attribute or label(field), **parameters)


def required(field: str, *, attribute: str | None = None) -> dict[str, list[str]]:
    """The `fields` of an error where one is missing."""
    return {field: [message("required", field, attribute=attribute)]}


def _is_blank(error: Mapping[str, Any]) -> bool:
    given = error.get("input")
    return given is None or (isinstance(given, str) and not given.strip())


_KIND_RULES = {
    "missing": "required",
    "too_short": "required",
    "int_parsing": "integer",
    "int_type": "integer",
    "int_from_float": "integer",
    "int_parsing_size": "integer",
    "float_parsing": "decimal",
    "float_type": "decimal",
    "decimal_parsing": "decimal",
    "decimal_type": "decimal",
}
"""Type of pydantic's error → rule, where the type says it all."""


def _rule(error: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """The rule that an error of pydantic's breaks, and its parameters."""
    context: Mapping[str, Any] = error.get("ctx", {})
    match error["type"]:
        case "string_too_short" | "too_short" if context["min_length"] <= 1 or _is_blank(error):
            return "required", {}
        # pydantic counts text like a list where a validator stands before the length.
        case "string_too_short" | "too_short" if isinstance(error.get("input"), str):
            return "minLength", {"min": context["min_length"]}
        case "string_too_long":
            return "maxLength", {"max": context["max_length"]}
        case "too_long":
            rule = "maxLength" if isinstance(error.get("input"), str) else "tooMany"
            return rule, {"max": context["max_length"]}
        case "string_type" if error.get("input") is None:
            return "required", {}
        case kind if kind in _KIND_RULES:
            return _KIND_RULES[kind], {}
        case _:
            return _bound(error["type"], context)


def _bound(kind: str, context: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """The rule of a number that is too small or too large."""
    match kind:
        case "between":
            return "between", {"min": context["min"], "max": context["max"]}
        case "greater_than_equal" if context["ge"] == 1:
            return "numeric", {}
        case "greater_than_equal":
            return "minValue", {"min": context["ge"]}
        case "greater_than":
            return "minValue", {"min": context["gt"] + 1}
        case "less_than_equal":
            return "maxValue", {"max": context["le"]}
        case _:
            return "invalid", {}


def title_in(annotation: Any, path: Sequence[object]) -> str | None:
    """The title of the field that a path leads to within a schema's models, if it has one."""
    found: str | None = None
    for part in path:
        if isinstance(part, int):
            continue
        model = _model_in(annotation)
        field = None if model is None else _field_of(model, str(part))
        if field is None:
            return found
        found, annotation = field.title, field.annotation
    return found


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model of `Model`, `Model | None` or `list[Model]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for one in get_args(annotation) if (found := _model_in(one))), None)


def _field_of(model: type[BaseModel], name: str) -> Any:
    fields = model.model_fields
    return next((one for key, one in fields.items() if name in (key, one.alias)), None)


def fields_of(
    errors: Iterable[Mapping[str, Any]], title_of: TitleOf = lambda _path: None
) -> dict[str, list[str]]:
    """Turns pydantic's errors into the envelope's `fields`.

    The key is the input's own name, with dots inside nested objects; a list's index is part of it.
    """
    fields: dict[str, list[str]] = {}
    for error in errors:
        path = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
        field = ".".join(path) or "body"
        last = next((part for part in reversed(path) if not part.isdigit()), "body")
        text = _text(error, last, title_of(error["loc"]))
        if text not in fields.setdefault(field, []):
            fields[field].append(text)
    return fields


def _text(error: Mapping[str, Any], field: str, title: str | None) -> str:
    if error["type"] == "shop_rule":
        return str(error["msg"])
    rule, parameters = _rule(error)
    if field in CONTACTS and rule != "required":
        return MESSAGES[field]
    if error["type"] == "text_control":
        return f"{title or label(field)} {error['msg']}"
    return message(rule, field, attribute=title, **parameters)
