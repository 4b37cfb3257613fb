"""Messages of field errors, the same as in the web client's message catalog.

The wording is from the specification, section 5; `{attribute}` is the field's label on the screen.
`contract/rules.json` lists an input that triggers each message.
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
"""Kind of duplicate → message. An attribute set is the option values of one SKU."""

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
"""Field → label if it does not follow from the name. A field's `title` in its schema takes precedence."""

CONTACTS = ("email", "phone")
"""Fields with a single message for all errors, except that they are empty."""

SOURCES = ("body", "query", "path", "header", "cookie")
"""First parts of the places that FastAPI names in its errors."""

TitleOf = Callable[[Sequence[object]], str | None]
"""Returns the schema's title of the field at a path such as `("body", "name")`, or None."""


def label(field: str) -> str:
    """Return the label of a field on the screen: `firstName` → `First name`."""
    last = field.rpartition(".")[2]
    if last in LABELS:
        return LABELS[last]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", last).replace("_", " ")
    return words[:1].upper() + words[1:].lower()


def message(rule: str, field: str, *, attribute: str | None = None, **parameters: Any) -> str:
    """Return the message of a rule for a field; `attribute` overrides the field's label."""
    return MESSAGES[rule].format(attribute=attribute or label(field), **parameters)


def required_error(field: str, *, attribute: str | None = None) -> dict[str, list[str]]:
    """Return the `fields` of an error for a missing field."""
    return {field: [message("required", field, attribute=attribute)]}


def _is_blank(error: Mapping[str, Any]) -> bool:
    value = error.get("input")
    return value is None or (isinstance(value, str) and not value.strip())


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
"""Type of a pydantic error → rule, for types without parameters."""


def _rule(error: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """Return the rule that a pydantic error is about, and the parameters of its message."""
    context: Mapping[str, Any] = error.get("ctx", {})
    match error["type"]:
        case "string_too_short" | "too_short" if context["min_length"] <= 1 or _is_blank(error):
            return "required", {}
        # pydantic reports text like a list if a validator precedes the length constraint.
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
            return _bound_rule(error["type"], context)


def _bound_rule(kind: str, context: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """Return the rule and parameters for a number that is too small or too large."""
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


def find_title(annotation: Any, path: Sequence[object]) -> str | None:
    """Return the title of the field at a path within a schema's models, or None."""
    title: str | None = None
    for part in path:
        if isinstance(part, int):
            continue
        model = _model_in(annotation)
        field = None if model is None else _field_of(model, str(part))
        if field is None:
            return title
        title, annotation = field.title, field.annotation
    return title


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model in an annotation such as `Model | None` or `list[Model]`, or None."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)


def _field_of(model: type[BaseModel], name: str) -> Any:
    fields = model.model_fields
    return next((field for key, field in fields.items() if name in (key, field.alias)), None)


def field_errors(
    errors: Iterable[Mapping[str, Any]], title_of: TitleOf = lambda _path: None
) -> dict[str, list[str]]:
    """Translate pydantic's errors into the `fields` of the envelope.

    Keys are the names in the input, joined with dots for nested objects and list indexes.
    """
    fields: dict[str, list[str]] = {}
    for error in errors:
        source, *below = error["loc"] or ("body",)
        below = below if source in SOURCES and below else list(error["loc"])
        # The `path` of a picture is what is wrong with the picture; a query parameter may have that name too.
        path = [str(part) for part in below if part not in SOURCES] or [str(one) for one in below]
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
