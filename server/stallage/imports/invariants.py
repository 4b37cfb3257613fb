"""Invariants of imports."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Imports",
        "An import that has ended has imported, refused or skipped each of its items.",
        """
        SELECT r.id AS import_run, r.state, count(*) AS planned
        FROM import_runs r JOIN import_items i ON i.import_id = r.id
        WHERE r.state IN ('imported', 'undoing', 'undone') AND i.state = 'planned'
            AND i.outcome IN ('created', 'changed', 'archived')
        GROUP BY r.id
        """,
    ),
)
