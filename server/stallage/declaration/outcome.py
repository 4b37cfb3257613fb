"""The report of applying a declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from stallage.declaration.fields import ValueContext
from stallage.declaration.records import Record

MAX_NAMES = 8
"""Names listed at once."""
MAX_VALUE = 40
"""Characters of the longest value that is shown."""


@dataclass(slots=True)
class Changes:
    """Changes of the records of one kind, by key."""

    plural: str
    created: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    """Keys with the differences."""
    removed: list[str] = field(default_factory=list)
    same: int = 0
    undeclared: list[str] = field(default_factory=list)
    """Keys of records that are in the shop but not declared."""
    is_declared: bool = True
    """Whether the files declare anything of this kind."""
    count_only: bool = False
    """Whether the report shows only numbers, as for reviews, whose keys are not useful."""

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing was written."""
        return not (self.created or self.changed or self.removed)


@dataclass(slots=True)
class Outcome:
    """All changes of a declaration."""

    files: int
    dry_run: bool
    kinds: list[Changes] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing was written."""
        return all(kind.is_unchanged for kind in self.kinds)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        for kind in self.kinds:
            for sign, keys in (("+", kind.created), ("~", kind.changed), ("-", kind.removed)):
                if keys:
                    yield f"  {sign} {_named(kind, keys)}"
        for note in self.notes:
            yield f"  ! {note}"
        undeclared = [_named(kind, kind.undeclared) for kind in self.kinds if kind.undeclared]
        if undeclared:
            yield f"Not declared and not changed: {'; '.join(undeclared)}."
        yield self._summary()

    def _summary(self) -> str:
        counts = {
            "new": sum(len(kind.created) for kind in self.kinds),
            "changed": sum(len(kind.changed) for kind in self.kinds),
            "removed": sum(len(kind.removed) for kind in self.kinds),
        }
        same = sum(kind.same for kind in self.kinds)
        text = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
        if not text:
            return f"Nothing to change: the shop matches the files ({same:,} records)."
        prefix = "Dry run:" if self.dry_run else "Done:"
        return f"{prefix} {text}; {same:,} unchanged."


def _named(kind: Changes, keys: Sequence[str]) -> str:
    """Return the number of records, with their keys if these are useful."""
    if not all(keys):
        return kind.plural
    if kind.count_only or not kind.is_declared:
        return f"{len(keys):,} {kind.plural}"
    return f"{kind.plural}: {format_names(keys)}"


def format_names(keys: Iterable[str]) -> str:
    """Return the first few names and the number of the others."""
    names = list(keys)
    more = f" and {len(names) - MAX_NAMES:,} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more


def describe_differences(before: Record, after: Record, context: ValueContext) -> str:
    """Return the fields in which two states of a record differ, with both values if short."""
    parts = []
    old, new = (record.model_dump(context=context) for record in (before, after))
    for name, value in new.items():
        if old[name] != value:
            change = f"{name} {_short(old[name])} → {_short(value)}"
            parts.append(change if _fits(old[name], value) else name)
    return ", ".join(parts)


def _fits(*values: Any) -> bool:
    return all(
        isinstance(value, str | int | Decimal | None) and len(_short(value)) <= MAX_VALUE
        for value in values
    )


def _short(value: Any) -> str:
    return "nothing" if value in (None, "") else str(value)
