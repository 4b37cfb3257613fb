"""The job of sample data."""

from __future__ import annotations

from stallage.core.events import on
from stallage.core.runtime import Runtime
from stallage.sample_data.events import SampleRunRequested
from stallage.sample_data.operations.running import run_requested
from stallage.sample_data.rules import POLICY


@on(SampleRunRequested, policy=POLICY)
async def run_sample_data(runtime: Runtime, event: SampleRunRequested) -> None:
    """Put sample data in or take it out. What was done is not done again."""
    await run_requested(runtime, event.run_id)
