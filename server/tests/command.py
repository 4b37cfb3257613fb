"""Runs `stallage` as an operator does: in a process of its own, on the database of a test's shop."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import NamedTuple

from stallage.settings import Settings


class Said(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    output: str
    errors: str


async def stallage(settings: Settings, *words: str | Path) -> Said:
    """Runs a command to its end; what goes wrong is said in a sentence, never in a trace."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", *words),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
        },
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    assert process.returncode is not None
    assert b"Traceback" not in errors
    return Said(process.returncode, output.decode(), errors.decode())
