"""Jobs of imports."""

from __future__ import annotations

from stallage.core.batches import delete_in_batches
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.imports.actions.runs import delete_old_imports, forget_undo
from stallage.imports.events import ImportPhaseStarted
from stallage.imports.operations.running import run_phase
from stallage.imports.rules import POLICY


@on(ImportPhaseStarted, policy=POLICY)
async def run_import(runtime: Runtime, event: ImportPhaseStarted) -> None:
    """Run the phase of an import that was started. Items that were written are not written again."""
    await run_phase(runtime, event.import_id, event.run_key)


@every("23 3 * * *")
async def delete_old_import_runs(runtime: Runtime) -> None:
    """Delete old imports, and what undo needed once its time has passed."""
    await delete_in_batches(runtime.database, forget_undo, 1000)
    await delete_in_batches(runtime.database, delete_old_imports, 20)
