"""What applying a declaration did, or would do, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from stallage.declaration.fields import Reading
from stallage.declaration.records import Record

NAMED = 8
"""Keys listed at once."""
SHORT = 40
"""Characters of a value that is shown whole."""


@dataclass(slots=True)
class Changes:
    """What became of the records of one kind."""

    plural: str
    created: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    """Keys with what is different."""
    removed: list[str] = field(default_factory=list)
    same: int = 0
    undeclared: list[str] = field(default_factory=list)
    """Keys of what the shop has and the declaration does not name."""
    is_declared: bool = True
    """Whether the files declare anything of this kind."""
    are_many: bool = False
    """Whether keys say too little to be listed, as those of reviews."""

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was written."""
        return not (self.created or self.changed or self.removed)


@dataclass(slots=True)
class Outcome:
    """What became of a declaration."""

    files: int
    dry_run: bool
    kinds: list[Changes] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was written."""
        return all(kind.is_quiet for kind in self.kinds)

    def lines(self) -> Iterator[str]:
        """The report, for a terminal."""
        for kind in self.kinds:
            for sign, keys in (("+", kind.created), ("~", kind.changed), ("-", kind.removed)):
                if keys:
                    yield f"  {sign} {_named(kind, keys)}"
        for note in self.notes:
            yield f"  ! {note}"
        undeclared = [_named(kind, kind.undeclared) for kind in self.kinds if kind.undeclared]
        if undeclared:
            yield f"Declared nowhere and left as it is: {'; '.join(undeclared)}."
        yield self._summary()

    def _summary(self) -> str:
        counts = {
            "new": sum(len(kind.created) for kind in self.kinds),
            "changed": sum(len(kind.changed) for kind in self.kinds),
            "removed": sum(len(kind.removed) for kind in self.kinds),
        }
        same = sum(kind.same for kind in self.kinds)
        said = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
        if not said:
            return f"Nothing to change: the shop is as declared ({same:,} records)."
        verb = "Would be" if self.dry_run else "Done:"
        return f"{verb} {said}; {same:,} unchanged."


def _named(kind: Changes, keys: Sequence[str]) -> str:
    """How many of a kind, and which where that says something."""
    if not all(keys):
        return kind.plural
    if kind.are_many or not kind.is_declared:
        return f"{len(keys):,} {kind.plural}"
    return f"{kind.plural}: {listed(keys)}"


def listed(keys: Iterable[str]) -> str:
    """The first few of some names."""
    names = list(keys)
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def differences(before: Record, after: Record, reading: Reading) -> str:
    """The fields under which two states of a record differ, short values with both."""
    parts = []
    old, new = (one.model_dump(context=reading) for one in (before, after))
    for name, value in new.items():
        if old[name] != value:
            said = f"{name} {_short(old[name])} → {_short(value)}"
            parts.append(said if _fits(old[name], value) else name)
    return ", ".join(parts)


def _fits(*values: Any) -> bool:
    return all(
        isinstance(value, str | int | Decimal | None) and len(_short(value)) <= SHORT
        for value in values
    )


def _short(value: Any) -> str:
    return "nothing" if value in (None, "") else str(value)
