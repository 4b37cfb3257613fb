"""Writes the reference of the format into docs/shop-files.md, between two marks; `make api` runs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from stallage.declaration.fields import Amount, Moment, Rate
from stallage.declaration.records import LISTS, TABLES

BEGIN = "<!-- The tables below are written by `make api`. -->"
END = "<!-- Here they end. -->"

WRITTEN = {
    Amount: "amount",
    Rate: "per cent",
    Moment: "date",
    str: "text",
    int: "whole number",
    bool: "true or false",
}


def tables() -> str:
    """All tables, one for each kind of record and what stands below it."""
    parts: list[str] = []
    for kind, record in TABLES.items():
        parts += _tables_of(f"[{kind}]", kind, record)
    for kind, record in LISTS.items():
        parts += _tables_of(f"[[{kind}]]", kind, record)
    return "\n".join(parts)


def _tables_of(header: str, path: str, record: type[BaseModel]) -> Iterator[str]:
    rows = [_row(name, field) for name, field in record.model_fields.items()]
    about = (record.__doc__ or "").partition(": ")[2].strip()
    yield f"### `{header}`\n"
    if about:
        yield f"{about[0].upper()}{about[1:]}\n"
    yield "| key | value | meaning |\n|---|---|---|"
    yield "\n".join(rows) + "\n"
    for name, field in record.model_fields.items():
        below = _record_in(field.annotation)
        if below is not None and below.__name__ != "Placed":
            is_list = get_origin(_plain(field.annotation)) is list
            inner = f"{path}.{name}"
            yield from _tables_of(f"[[{inner}]]" if is_list else f"[{inner}]", inner, below)


def _row(name: str, field: FieldInfo) -> str:
    value = _value(_restored(field))
    if field.is_required():
        value += ", required"
    elif field.default not in (None, "", [], {}, False, 0):
        default = field.default
        said = str(default).lower() if isinstance(default, bool) else default
        value += f", otherwise `{said}`"
    return f"| `{name}` | {value} | {field.description or ''} |"


def _restored(field: FieldInfo) -> Any:
    """The annotation with the metadata that pydantic took out of it."""
    if not field.metadata:
        return field.annotation
    return Annotated[field.annotation, *field.metadata]


def _value(kind: Any) -> str:
    for known, said in WRITTEN.items():
        if kind == known or (get_origin(kind) is Annotated and _begins(kind, known)):
            return said
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _value(arguments[0])
    if origin in (Union, UnionType):
        return " or ".join(_value(one) for one in arguments if one is not NoneType)
    if origin is Literal:
        return " or ".join(f"`{one}`" if one != "" else "nothing" for one in arguments)
    if origin is list:
        return "tables" if _record_in(arguments[0]) else f"list of {_value(arguments[0])}"
    if origin is dict:
        return "table of text" if arguments[1] is str else f"table of {_value(arguments[1])}"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "`{file = …, alt = …}`" if kind.__name__ == "Placed" else "table"
    return "text"


def _begins(kind: Any, known: Any) -> bool:
    """Whether a kind is a known one with further limits."""
    wanted = get_args(known)[1:]
    return bool(wanted) and get_args(kind)[1 : 1 + len(wanted)] == wanted


def _plain(annotation: Any) -> Any:
    return next((one for one in get_args(annotation) if get_origin(one) is list), annotation)


def _record_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(
        (found for one in get_args(annotation) if (found := _record_in(one)) is not None), None
    )


def with_tables(document: str) -> str:
    """The document with the tables as they are now."""
    before, _, rest = document.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
