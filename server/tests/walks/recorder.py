"""Records the calls between features' modules during a request."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import stallage
from stallage.features import FEATURES

PACKAGE = Path(stallage.__file__).parent
GROUPED = {("search", "index"), ("search", "cache"), ("search", "queries")}
"""Packages that count as one module."""


def module_of(file: str) -> str | None:
    """Return `search/index` for `…/search/index/find.py`; None for code outside features."""
    path = Path(file)
    if not path.is_relative_to(PACKAGE):
        return None
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] not in FEATURES:
        return None
    if parts[:2] in GROUPED:
        return "/".join(parts[:2])
    return "/".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass
class Walk:
    """Calls between modules, in order of their first occurrence."""

    calls: list[tuple[str, str]] = field(default_factory=list)

    @property
    def modules(self) -> list[str]:
        """The modules, in order of their first call."""
        return list(dict.fromkeys(module for call in self.calls for module in call))


@contextmanager
def record_walk() -> Iterator[Walk]:
    """Record the calls of this thread until the context ends."""
    walk = Walk()
    known: dict[str, str | None] = {}
    seen: set[tuple[str, str]] = set()

    def name(frame: FrameType) -> str | None:
        file = frame.f_code.co_filename
        if file not in known:
            known[file] = module_of(file)
        return known[file]

    def record_call(frame: FrameType, event: str, _argument: object) -> None:
        if event != "call":
            return
        called = name(frame)
        caller: FrameType | None = frame.f_back
        if called is None:
            return
        while caller is not None and name(caller) is None:
            caller = caller.f_back
        calling = name(caller) if caller is not None else None
        if calling is None or calling == called or (calling, called) in seen:
            return
        seen.add((calling, called))
        walk.calls.append((calling, called))

    sys.setprofile(record_call)
    try:
        yield walk
    finally:
        sys.setprofile(None)
