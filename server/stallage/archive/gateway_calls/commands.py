"""Run a command of archives in a process of its own.

It may take an hour, so it uses no connection of the worker's pool and no time of its event loop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import cast

from stallage.core.redaction import hide_passwords

STOP_SECONDS = 10
MAX_ERROR = 1000
"""Characters of the reason of a failure."""


async def start_command(dsn: str, data_dir: Path, *words: str) -> Process:
    """Start a command of `stallage` on this shop. Its output can be read from the process."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", *words),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": dsn,
            "STALLAGE_DATA_DIR": str(data_dir),
        },
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )


async def run_command(dsn: str, data_dir: Path, *words: str) -> str:
    """Run a command to its end; return what it reported as errors, empty if it succeeded."""
    process = await start_command(dsn, data_dir, *words)
    try:
        _, errors = await asyncio.gather(
            cast("StreamReader", process.stdout).read(), read_errors(process)
        )
        await process.wait()
    except BaseException:
        await end_command(process)
        raise
    if process.returncode == 0:
        return ""
    return errors or f"The command ended with status {process.returncode}."


async def read_errors(process: Process) -> str:
    """Return the end of what a command writes to standard error."""
    content = await cast("StreamReader", process.stderr).read()
    return hide_passwords(content.decode(errors="replace").strip())[-MAX_ERROR:]


async def end_command(process: Process) -> None:
    """Stop a command, which then cleans up."""
    if process.returncode is None:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
