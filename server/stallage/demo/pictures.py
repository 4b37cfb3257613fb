"""Puts the demo shop's pictures into the media folder and knows which are missing."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from stallage.core.media import Media, Picture
from stallage.demo import files

THREADS = 4


@dataclass(frozen=True)
class Pictures:
    """The pictures that are there, by file name."""

    stored: dict[str, Picture]
    alts: dict[str, str]
    missing: list[str]
    """Named by the data and not rendered yet."""

    def placed(self, name: str | None) -> dict[str, Any] | None:
        """A picture as the tables keep one that an operator places; None where it is missing."""
        picture = self.stored.get(name or "")
        if picture is None:
            return None
        return {
            "path": picture.path,
            "alt": self.alts.get(name or "", ""),
            "width": picture.width,
            "height": picture.height,
            "colour": picture.colour,
        }


def named() -> dict[str, str]:
    """Every picture that the data names, with the words for who cannot see it."""
    images = [image for product in files.products() for image in product["image"]]
    wide = files.records("wide.toml", "picture")
    return {one["file"]: one["alt"] for one in (*images, *wide)}


def fingerprint(names: Iterable[str]) -> str:
    """Of all pictures that are there: another one where any was added or made anew."""
    digest = blake2b(digest_size=16)
    for name in sorted(names):
        path = files.MEDIA / name
        if path.is_file():
            digest.update(name.encode() + b"\x00" + blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def store(media: Media, names: dict[str, str]) -> Pictures:
    """Stores what is there; doing it again changes nothing. Blocking."""
    there = {name: path for name in names if (path := files.MEDIA / name).is_file()}

    def stored(path: Path) -> Picture:
        return media.store(path.read_bytes())

    # Pillow leaves the interpreter's lock while it decodes.
    with ThreadPoolExecutor(THREADS) as pool:
        made = dict(zip(there, pool.map(stored, there.values()), strict=True))
    return Pictures(made, names, sorted(set(names) - set(made)))
