"""Events of imports."""

from __future__ import annotations

from stallage.core.events import Event


class ImportPhaseStarted(Event):
    """A dry run, an import or an undo was started, or has items left."""

    import_id: int
    run_key: str
