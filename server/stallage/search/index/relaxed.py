"""How many products a list without result would have without one of its filters."""

from __future__ import annotations

from collections.abc import Iterable

MAX_RELAXED = 3
"""Filters that are proposed to be removed."""
MAX_TRIED = 12
"""Filters that are tried: a link may have up to 100."""
FIXED = frozenset({"source", "criteria", "words"})
"""What a list consists of; removing it would make another list."""


def removable(parameters: Iterable[str], *, category_is_source: bool) -> list[str]:
    """Return the parameters of filters that are tried without."""
    fixed = FIXED | {"category"} if category_is_source else FIXED
    return [name for name in parameters if name not in fixed][:MAX_TRIED]


def most_first(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the parameters to propose, from each parameter and the number of products without it."""
    ranked = sorted(counts, key=lambda one: -one[1])
    return {name: number for name, number in ranked[:MAX_RELAXED] if number}
