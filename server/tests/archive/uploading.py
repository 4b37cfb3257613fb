"""An archive that is brought in in the back office."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from stallage.archive.rules.uploads import PART_BYTES
from tests.admin import Admin
from tests.operators.factory import Person

UPLOAD = "/archive-import"
BINARY = {"Content-Type": "application/octet-stream"}


async def upload(person: Person | Admin, path: Path) -> Any:
    """Upload a file in parts; return what the API says then."""
    content = await asyncio.to_thread(path.read_bytes)
    given = {"fileName": path.name, "size": len(content)}
    current = await person.output("POST", UPLOAD, json=given)
    while current["upload"]["state"] == "uploading":
        offset = current["upload"]["received"]
        current = await person.output(
            "POST",
            f"{UPLOAD}/parts?offset={offset}",
            content=content[offset : offset + PART_BYTES],
            headers=BINARY,
        )
    return current
