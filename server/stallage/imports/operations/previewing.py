"""Says what undoing an import would do."""

from __future__ import annotations

from collections import Counter

from stallage.core.runtime import Runtime
from stallage.imports.operations.registry import ImportKind
from stallage.imports.queries.items import next_undo_items
from stallage.imports.rules import READ_BATCH
from stallage.imports.schemas import ImportUndoPreview

EXAMPLES = 5


async def preview_undo(runtime: Runtime, kind: ImportKind, import_id: int) -> ImportUndoPreview:
    """Count what undoing an import would do with each of its items now."""
    counts: Counter[str] = Counter()
    examples: list[str] = []
    before = 2**31 - 1
    while True:
        async with runtime.database.reading() as connection:
            items = await next_undo_items(connection, import_id, READ_BATCH, before)
            if not items:
                break
            planned = await kind.plan_undo(runtime, connection, items)
        for item, one in zip(items, planned, strict=True):
            counts[one.result] += 1
            if one.result == "conflict" and len(examples) < EXAMPLES:
                examples.append(item.label)
        before = items[-1].position
    return ImportUndoPreview(
        removed=counts["removed"],
        archived=counts["archived"],
        restored=counts["restored"],
        conflicts=counts["conflict"],
        examples=examples,
    )
