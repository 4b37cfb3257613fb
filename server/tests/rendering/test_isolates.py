"""Isolates are opened and ended without harm to the process, however many threads it has."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own, whose end tells. Where the processor protects V8's code, a thread that was there
# before V8 started ended the process with it. Other processors only show that a cancelled opening ends.
PROGRAM = """
import asyncio
import threading

from stallage.rendering.isolates import Isolate, Markup

SCRIPT = "const begin = () => {}; const finish = () => '{\\"html\\": \\"a page\\"}';"


async def main():
    # Four threads, since each waits for the others.
    together = threading.Barrier(4)
    await asyncio.gather(*(asyncio.to_thread(together.wait) for _ in range(4)))
    isolates = [await Isolate.open(SCRIPT) for _ in range(3)]
    for isolate in isolates:
        assert await isolate.render(b"{}") == Markup("a page")
    await asyncio.gather(*(isolate.close() for isolate in isolates))
    opening = asyncio.create_task(Isolate.open(SCRIPT))
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)


asyncio.run(main())
print("ended")
"""


def test_isolates_end_in_a_process_with_older_threads() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
