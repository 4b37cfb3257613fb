"""Pictures and videos in a shop's files: find the fields that name them, and store them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from stallage.core.decoding import InvalidPicture
from stallage.core.media import Media, Picture
from stallage.core.storage import Folder, Storage
from stallage.core.videos import InvalidVideo
from stallage.declaration.records import (
    Blog,
    Category,
    Collection,
    Company,
    HomePage,
    PlacedPicture,
    Product,
    Record,
    Sale,
    Section,
    Slide,
    Slider,
    Tile,
)

THREADS = 4
Place = tuple[str | int, ...]


def file_fields(record: Record) -> Iterator[tuple[Record, str, Place]]:
    """Yield the fields that name files: the record with the field, its name, its path from `record`."""
    match record:
        case Company():
            names = ("logo", "logo_dark", "favicon")
            yield from ((record, name, (name,)) for name in names if getattr(record, name))
        case Category() | Blog() | Collection():
            yield from _placed(record, "image")
        case Sale() | Slide() | Slider() | Tile():
            yield from _placed(record, "image")
            yield from _placed(record, "phone_image")
        case Section():
            for index, tile in enumerate(record.tile):
                for holder, name, place in file_fields(tile):
                    yield holder, name, ("tile", index, *place)
        case HomePage():
            yield from _of_home_page(record)
        case Product():
            yield from _of_product(record)


def _of_home_page(page: HomePage) -> Iterator[tuple[Record, str, Place]]:
    for number, section in enumerate(page.section or ()):
        for index, slide in enumerate(section.slide):
            for holder, name, place in file_fields(slide):
                yield holder, name, ("section", number, "slide", index, *place)


def _of_product(product: Product) -> Iterator[tuple[Record, str, Place]]:
    for index, image in enumerate(product.image):
        if image.file is not None:
            yield image, "file", ("image", index, "file")
    for index, video in enumerate(product.video):
        for name in ("file", "poster"):
            yield video, name, ("video", index, name)
    for index, frame in enumerate(product.spin):
        yield frame, "file", ("spin", index, "file")
    for index, sku in enumerate(product.sku):
        if sku.image and "://" not in sku.image:
            yield sku, "image", ("sku", index, "image")


def _placed(record: Record, name: str) -> Iterator[tuple[Record, str, Place]]:
    placed: PlacedPicture | None = getattr(record, name)
    if placed is not None:
        yield placed, "file", (name, "file")


class Overlay(Folder):
    """A temporary folder over the shop's storage: reads fall back to the storage, writes do not reach it."""

    def __init__(self, below: Storage, root: Path) -> None:
        super().__init__(root)
        self._below = below

    def read(self, name: str) -> bytes | None:
        content = super().read(name)
        return self._below.read(name) if content is None else content

    def has(self, name: str) -> bool:
        return super().has(name) or self._below.has(name)

    def size(self, name: str) -> int | None:
        size = super().size(name)
        return self._below.size(name) if size is None else size


class StoredPictures:
    """Pictures that are stored in the shop's media."""

    def __init__(self, known: Mapping[str, Picture] | None = None) -> None:
        """`known` are pictures in the database, by media path; they are not decoded again."""
        self._pictures: dict[str, Picture] = dict(known or {})
        self._paths: dict[str, str] = {}

    async def store(self, media: Media, files: Iterable[str]) -> dict[str, str]:
        """Store files; return the errors by file. Idempotent."""
        new = sorted(set(files) - self._paths.keys())
        return await asyncio.to_thread(self._store, media, new)

    def _store(self, media: Media, files: list[str]) -> dict[str, str]:
        errors: dict[str, str] = {}

        def store(file: str) -> Picture | str | None:
            try:
                content = Path(file).read_bytes()
                if file.lower().endswith(".svg"):
                    return media.store_svg(content)
                if file.lower().endswith((".mp4", ".webm")):
                    return media.store_video(content)
                known = media.find_path(content)
                return self._pictures.get(known or "") or media.store(content)
            except (OSError, InvalidPicture, InvalidVideo) as error:
                errors[file] = str(error)
                return None

        # Pillow releases the interpreter's lock while it decodes.
        with ThreadPoolExecutor(THREADS) as pool:
            for file, stored in zip(files, pool.map(store, files), strict=True):
                if isinstance(stored, Picture):
                    self._pictures[stored.path] = stored
                    self._paths[file] = stored.path
                elif stored is not None:
                    self._paths[file] = stored
        return errors

    def media_path(self, file: str) -> str:
        """Return the media path of a stored file, such as `/media/ab/abcd….webp`."""
        return self._paths[file]

    def picture(self, path: str) -> Picture | None:
        """Return a picture by its media path; None for drawings and unknown paths."""
        return self._pictures.get(path)

    def to_json(self, image: PlacedPicture | None) -> dict[str, Any] | None:
        """Convert a picture to the JSON of `image` columns."""
        if image is None:
            return None
        picture = self._pictures.get(image.file)
        return {
            "path": image.file,
            "alt": image.alt,
            "width": picture.width if picture else None,
            "height": picture.height if picture else None,
            "colour": picture.colour if picture else None,
            **({"preview": picture.preview} if picture and picture.preview else {}),
        }
