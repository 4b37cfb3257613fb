"""The photographer's ledger: which picture was taken from what, how large, with how much effort."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Ledger:
    """A JSON file beside the pictures, written anew after each of them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self) -> dict[str, dict[str, Any]]:
        """Every photograph by file name, as it is on disk now."""
        if not self.path.exists():
            return {}
        return dict(json.loads(self.path.read_text()))

    def has(self, file: str, word: str, width: int) -> bool:
        """Whether that picture was taken from just this, at this size or larger."""
        entry = self.entries().get(file)
        there = (self.path.parent / file).exists()
        return bool(there and entry and entry["from"] == word and entry["width"] >= width)

    def keep(
        self, file: str, word: str, width: int, height: int, samples: int, seconds: float
    ) -> None:
        """Remember a picture just taken."""
        entries = self.entries()
        entries[file] = {
            "from": word,
            "width": width,
            "height": height,
            "samples": samples,
            "seconds": round(seconds, 1),
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".part")
        draft.write_text(json.dumps(dict(sorted(entries.items())), indent=1) + "\n")
        draft.replace(self.path)
