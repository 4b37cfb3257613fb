"""Name, order and hide the filters of lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.validation import DUPLICATES, message
from stallage.products.actions.taxonomy import arrange_filters, lock_filters
from stallage.products.drafts import FilterDraft
from stallage.products.rules.attribute_names import default_label
from stallage.storefront_changes.queries.filters import Indexed, arranged_names, filters
from stallage.storefront_changes.schemas.filters import (
    FilterArrangement,
    FilterChange,
    FilterList,
    OfferedFilter,
)


async def arrange(
    connection: Connection, body: FilterArrangement, indexed: Indexed, if_match: str | None
) -> FilterList:
    """Set label, order, visibility and values of filters.

    Raises PreconditionRequired, EditConflict and InvalidFields.
    """
    await lock_filters(connection)
    before = await filters(connection, indexed)
    check_match(if_match, before.etag, before)
    _check(body, before)
    await arrange_filters(
        connection,
        [
            FilterDraft(one.name, one.label, one.hidden, list(dict.fromkeys(one.value_order)))
            for one in without_usual(body.items, await arranged_names(connection))
        ],
    )
    after = await filters(connection, indexed)
    await record(
        connection,
        "filters.changed",
        Subject("filters", None, "Filters"),
        before=_audited(before),
        after=_audited(after),
    )
    return after


def without_usual(
    items: Sequence[FilterChange], arranged: Collection[str]
) -> Sequence[FilterChange]:
    """Leave out the last filters if they were never arranged and stay as they are.

    An option becomes an attribute to choose from once it is stored, which it need not be.
    """
    end = len(items)
    while (
        end > 0
        and items[end - 1].name not in arranged
        and _is_usual(items[end - 1])
        and (end == len(items) or items[end - 1].name < items[end].name)
    ):
        end -= 1
    return items[:end]


def _is_usual(one: FilterChange) -> bool:
    return one.label == default_label(one.name) and not one.hidden and not one.value_order


def _check(body: FilterArrangement, stored: FilterList) -> None:
    """Raise InvalidFields for filters that do not exist, and for labels that two would have."""
    known = {one.name for one in stored.items}
    given = {one.name for one in body.items}
    labels = {one.label.casefold() for one in stored.items if one.name not in given}
    names: set[str] = set()
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for place, one in enumerate(body.items):
        if one.name not in known or one.name in names:
            fields[f"items.{place}.name"].append(message("invalid", "name"))
        if one.label.casefold() in labels:
            fields[f"items.{place}.label"].append(DUPLICATES["name"])
        names.add(one.name)
        labels.add(one.label.casefold())
    if fields:
        raise InvalidFields(fields=dict(fields))


def _audited(listed: FilterList) -> JsonObject:
    return {"filters": [_line(one) for one in listed.items]}


def _line(one: OfferedFilter) -> str:
    """A filter as one line: its label, whether it is hidden, and the values that come first."""
    hidden = " (hidden)" if one.hidden else ""
    return (
        f"{one.label}{hidden}: {', '.join(one.value_order)}"
        if one.value_order
        else one.label + hidden
    )
