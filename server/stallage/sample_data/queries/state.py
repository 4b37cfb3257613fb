"""Reads the state of the sample data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.sample_data.rules import KINDS, SOURCE_CURRENCY, Figures, RunKind, SampleKind
from stallage.sample_data.schemas import SampleData, SampleFigure, SampleRunDetails

COUNTS = "SELECT kind, count(*) AS count FROM sample_records GROUP BY kind"
KEYS = "SELECT kind, key, fingerprint FROM sample_records ORDER BY kind, key"
PRODUCT_IDS = """
    SELECT p.id FROM sample_records r JOIN products_view p ON p.id = r.key::bigint
    WHERE r.kind = 'product' ORDER BY p.id
"""
LAST_RUN = """
    SELECT kind, state, done, total, figures, failure, actor_name AS operator_name, created_at,
        finished_at
    FROM sample_runs ORDER BY id DESC LIMIT 1
"""
RUN = """
    SELECT kind, state, operator_id, actor_kind, actor_id, actor_name, address, created_at
    FROM sample_runs WHERE id = $1
"""
CURRENCY = "SELECT currency FROM catalogue_state_view"


@dataclass(frozen=True, slots=True)
class RunnableRun:
    """A run as its job needs it."""

    kind: RunKind
    is_open: bool
    operator_id: int | None
    actor: Actor


def figures_of(figures: Mapping[Any, Mapping[Any, int]]) -> list[SampleFigure]:
    """Return figures in the order of the kinds, without zeros."""
    return [
        SampleFigure(kind=kind, outcome=outcome, count=count)
        for kind in KINDS
        for outcome, count in figures.get(kind, {}).items()
        if count
    ]


def count_outcomes(outcomes: Iterable[tuple[SampleKind, Any]]) -> Figures:
    """Count records by kind and outcome."""
    figures: dict[SampleKind, dict[Any, int]] = {}
    for kind, outcome in outcomes:
        counts = figures.setdefault(kind, {})
        counts[outcome] = counts.get(outcome, 0) + 1
    return figures


async def sample_records(connection: Connection) -> dict[tuple[SampleKind, str], str]:
    """Return the fingerprint of each sample record, by kind and key."""
    rows = await connection.fetch(KEYS)
    return {(cast(SampleKind, row["kind"]), row["key"]): row["fingerprint"] for row in rows}


async def sample_data(connection: Connection) -> SampleData:
    """Return what came with the sample data, and how far it is."""
    row = await connection.fetchrow(LAST_RUN)
    last = None
    if row is not None:
        values = dict(row)
        last = SampleRunDetails(figures=figures_of(values.pop("figures")), **values)
    counts = {row["kind"]: {"added": row["count"]} for row in await connection.fetch(COUNTS)}
    return SampleData(
        state=_state(last, bool(counts)),
        last_run=last,
        figures=figures_of(counts),
        product_ids=[row["id"] for row in await connection.fetch(PRODUCT_IDS)],
        is_converted=await connection.fetchval(CURRENCY) != SOURCE_CURRENCY,
    )


def _state(
    last: SampleRunDetails | None, has_records: bool
) -> Literal["none", "putting_in", "present", "taking_out"]:
    if last is not None and last.state in ("waiting", "running"):
        return "putting_in" if last.kind == "put_in" else "taking_out"
    return "present" if has_records else "none"


async def runnable_run(connection: Connection, run_id: int) -> RunnableRun | None:
    """Return what running it needs; None if it is unknown."""
    row = await connection.fetchrow(RUN, run_id)
    if row is None:
        return None
    return RunnableRun(
        kind=row["kind"],
        is_open=row["state"] in ("waiting", "running"),
        operator_id=row["operator_id"],
        actor=Actor(row["actor_kind"], row["actor_id"], row["actor_name"], row["address"]),
    )
