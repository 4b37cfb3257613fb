"""Shows an import, and checks the mapping that an operator confirms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.imports.actions.runs import confirm_mapping, lock_import
from stallage.imports.operations.registry import KINDS, ImportKind, kind_named
from stallage.imports.queries.runs import read_import
from stallage.imports.rules import MAPPABLE
from stallage.imports.schemas import (
    ImportColumn,
    ImportDetails,
    ImportField,
    ImportMappingInput,
    ImportOption,
    ImportRun,
)
from stallage.operators.drafts import Principal


def format_names() -> dict[tuple[str, str], str]:
    """Return the names of all formats by kind and id."""
    return {
        (kind_name, one): name
        for kind_name, kind in KINDS.items()
        for one, name in kind.formats.items()
    }


def allowed_kinds(operator: Principal) -> list[str]:
    """Return the kinds that an operator may import."""
    return [
        name
        for name, kind in KINDS.items()
        if all(operator.can(permission) for permission in kind.permissions)
    ]


async def import_details(
    connection: Connection, import_id: int, operator: Principal
) -> ImportDetails:
    """Read an import. Raises NotFound, also if the operator may not see its kind."""
    stored = await read_import(connection, import_id, format_names())
    run = stored.run
    if run.kind not in allowed_kinds(operator):
        raise NotFound
    kind = kind_named(run.kind)
    return ImportDetails(
        **{name: getattr(run, name) for name in ImportRun.model_fields},
        encoding=stored.encoding,
        delimiter=stored.delimiter,
        columns=[
            ImportColumn(
                name=column["name"],
                samples=column["samples"],
                target=target,
                proposed=column["target"],
            )
            for column, target in zip(stored.columns, stored.mapping, strict=True)
        ],
        fields=[
            ImportField(
                id=field.id,
                label=field.label,
                group=field.group,
                required=field.required,
                repeatable=field.repeatable,
            )
            for field in kind.fields(run.format)
        ],
        options=[
            ImportOption(
                id=option.id,
                values=list(option.values),
                value=stored.options.get(option.id, option.values[0]),
            )
            for option in kind.options
        ],
        remembered=stored.remembered,
    )


async def set_mapping(
    connection: Connection, details: ImportDetails, body: ImportMappingInput
) -> None:
    """Store a mapping of the columns. Raises InvalidFields and ImportBusy."""
    kind = kind_named(details.kind)
    await lock_import(connection, details.id, MAPPABLE)
    _check_mapping(kind, details, body.mapping)
    await confirm_mapping(connection, details.id, body.mapping, _options(kind, body.options))


def _check_mapping(kind: ImportKind, details: ImportDetails, mapping: Sequence[str]) -> None:
    if len(mapping) != len(details.columns):
        raise InvalidFields(fields={"mapping": [message("invalid", "mapping")]})
    fields = {field.id: field for field in kind.fields(details.format)}
    used = Counter(target for target in mapping if target)
    errors: list[str] = []
    for target, count in used.items():
        if target not in fields:
            raise InvalidFields(fields={"mapping": [message("invalid", "mapping")]})
        if count > 1 and not fields[target].repeatable:
            errors.append(f"Only one column can be “{fields[target].label}”.")
    errors += [
        f"Choose the column that is “{field.label}”."
        for field in fields.values()
        if field.required and not used[field.id]
    ]
    if errors:
        raise InvalidFields(fields={"mapping": errors})


def _options(kind: ImportKind, given: dict[str, str]) -> JsonObject:
    options: JsonObject = {option.id: option.values[0] for option in kind.options}
    for option in kind.options:
        value = given.get(option.id, option.values[0])
        if value not in option.values:
            name = f"options.{option.id}"
            raise InvalidFields(fields={name: [message("invalid", option.id)]})
        options[option.id] = value
    return options
