"""Skips steps of the set-up guide, and dismisses it."""

from __future__ import annotations

from collections.abc import Iterable

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.setup_guide.queries import MILESTONE, skipped_steps
from stallage.setup_guide.rules.steps import Step
from stallage.shop.actions import lock_settings, put_milestone

SUBJECT = Subject("setup_guide", None, "Set-up guide")


async def _store(connection: Connection, skipped: Iterable[str], is_dismissed: bool) -> None:
    facts = {"skipped": sorted(skipped), "dismissed": is_dismissed}
    await put_milestone(connection, MILESTONE, facts)


async def set_skipped(connection: Connection, step: Step, is_skipped: bool) -> None:
    """Skip a step, or take that back."""
    # Two steps may be skipped at once, in two tabs.
    await lock_settings(connection)
    skipped, is_dismissed = await skipped_steps(connection)
    await _store(connection, skipped | {step} if is_skipped else skipped - {step}, is_dismissed)
    action = "setup_guide.step_skipped" if is_skipped else "setup_guide.step_resumed"
    await record(connection, action, SUBJECT, after={"step": step})


async def set_dismissed(connection: Connection, is_dismissed: bool) -> None:
    """Hide the checklist, or show it again."""
    await lock_settings(connection)
    skipped, _ = await skipped_steps(connection)
    await _store(connection, skipped, is_dismissed)
    await record(
        connection, "setup_guide.dismissed" if is_dismissed else "setup_guide.restored", SUBJECT
    )
