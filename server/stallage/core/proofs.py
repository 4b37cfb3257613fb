"""Proofs: what must hold over all that is in the database, each as one query for what breaks it.

A feature lists its laws in its `proofs` module as `PROOFS`. They are read in one snapshot, so that a
shop can be examined while it is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Proof:
    """A law and the query that finds what breaks it.

    The query gives a row for each breach, in columns that say what it is; none means that the law
    holds. `$1` in it is the moment.
    """

    about: str
    """The part of the shop, such as `Stock`."""
    law: str
    """What holds, in a sentence."""
    breaches: str


@dataclass(frozen=True, slots=True)
class Examined:
    """A law, how often it is broken, and the first few breaches in words."""

    proof: Proof
    count: int
    examples: tuple[str, ...]


def _words(row: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())


async def examine(connection: Connection, proofs: Iterable[Proof]) -> list[Examined]:
    """Examines laws one after the other, as of one moment. Nothing may be open on the connection."""
    found: list[Examined] = []
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        for proof in proofs:
            moment = (clock.now(),) if "$1" in proof.breaches else ()
            rows = await connection.fetch(proof.breaches, *moment)
            examples = tuple(_words(dict(row)) for row in rows[:SHOWN])
            found.append(Examined(proof, len(rows), examples))
    return found
