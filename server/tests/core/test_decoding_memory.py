"""A process decodes any number of concurrent pictures within a fixed amount of memory."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from stallage.core.decoding import MAX_PIXELS, WORKING_MEMORY, decode_picture
from stallage.core.media import UPLOADS, Media
from stallage.core.memory_budget import MemoryBudget
from stallage.core.storage import Folder
from tests import hostile_pictures

pytestmark = pytest.mark.slow

MB = 2**20
SLACK = 48 * MB
"""For threads, heap fragmentation and the files themselves, beside the pixels."""


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def peak_while(work: Callable[[], object]) -> int:
    """Do some work and return by how many bytes the process grew at its peak."""
    before = _reset_peak()
    work()
    return _status("VmHWM") - before


def _reset_peak() -> int:
    """Reset the kernel's peak and return the current memory of the process in bytes."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


@dataclass
class Peak:
    """The result of `peak_while_serving`."""

    grown: int = 0
    """Bytes."""


@asynccontextmanager
async def peak_while_serving() -> AsyncIterator[Peak]:
    """Measure the peak growth of the process while the context lasts."""
    peak = Peak()
    before = _reset_peak()
    yield peak
    peak.grown = _status("VmHWM") - before


def _square(form: str, scale: float = 1.0) -> tuple[int, int]:
    side = int((MAX_PIXELS[form] * scale) ** 0.5)
    return side, side


def _worst_cases() -> Iterator[tuple[str, bytes]]:
    """Yield the largest accepted pictures of each kind, in small files."""
    yield "PNG", hostile_pictures.png(*_square("PNG"), colour=6)
    yield (
        "PNG, 16-bit grey with transparency",
        hostile_pictures.png(*_square("PNG"), depth=16, colour=4),
    )
    palette = Image.new("P", _square("GIF"))
    palette.putpalette(bytes(range(48)))
    yield "GIF with transparency", hostile_pictures.encode(palette, "GIF", transparency=1)
    for mode in ("RGB", "RGBA"):
        image = Image.new(mode, _square("WEBP"), "#336699")
        yield f"WebP, {mode}", hostile_pictures.encode(image, "WEBP", method=0)
        image = Image.new(mode, _square("AVIF"), "#336699")
        yield (
            f"AVIF, {mode}",
            hostile_pictures.encode(image, "AVIF", speed=10, max_threads=1, subsampling="4:4:4"),
        )
    photo = Image.new("RGB", (6300, 6300), "#336699")
    yield "JPEG", hostile_pictures.encode(photo, "JPEG")
    yield (
        "JPEG, progressive",
        hostile_pictures.encode(photo, "JPEG", progressive=True, subsampling=0),
    )
    cmyk = Image.new("CMYK", (4990, 4990), "#336699")
    yield "JPEG, CMYK", hostile_pictures.encode(cmyk, "JPEG")


def test_concurrent_pictures_stay_within_the_working_memory(tmp_path: Path) -> None:
    files = dict(_worst_cases())
    media = Media(Folder(tmp_path))
    media.store(hostile_pictures.encode(hostile_pictures.photo(), "PNG"))

    def store_all() -> None:
        with ThreadPoolExecutor(len(files)) as pool:
            list(pool.map(partial(media.store, folder=UPLOADS), files.values()))

    grown = peak_while(store_all)
    assert grown < WORKING_MEMORY + SLACK, f"{grown // MB} MB"


def test_renditions_of_the_largest_originals_stay_within_the_working_memory(
    tmp_path: Path,
) -> None:
    media = Media(Folder(tmp_path))
    width, height = 1900, MAX_PIXELS["WEBP"] // 1900
    grey = Image.radial_gradient("L").resize((width, height))
    image = Image.merge("RGBA", (grey, grey, grey, grey))
    del grey
    content = hostile_pictures.encode(image, "WEBP", method=0, quality=20, alpha_quality=20)
    image.close()
    path = media.store(content).path
    for form in ("webp", "avif"):
        grown = peak_while(partial(media.create_rendition, path, 1280, form))
        assert grown < WORKING_MEMORY + SLACK, f"{form}: {grown // MB} MB"


def test_a_large_canvas_is_refused_before_memory_is_allocated() -> None:
    refused = hostile_pictures.refused_pictures()
    hostile = [refused[kind] for kind in refused if "bomb" in kind or "mega" in kind]
    assert len(hostile) == 3

    def refuse() -> None:
        for content in hostile:
            with (
                pytest.raises(Exception, match=r"megapixels|wide or high"),
                decode_picture(content),
            ):
                raise AssertionError("it was decoded")

    assert peak_while(refuse) < 4 * MB


def test_a_memory_budget_is_never_exceeded_and_served_in_order() -> None:
    budget = MemoryBudget(10)
    order: list[int] = []
    in_use = 0
    lock = threading.Lock()
    threads: list[threading.Thread] = []

    def work(number: int, size: int) -> None:
        nonlocal in_use
        with budget.reserve(size):
            with lock:
                order.append(number)
                in_use += min(size, 10)
                assert in_use <= 10
            with lock:
                in_use -= min(size, 10)

    with budget.reserve(10):
        for number, size in enumerate((6, 99, 1, 10, 3)):
            thread = threading.Thread(target=work, args=(number, size))
            thread.start()
            threads.append(thread)
            while len(budget._waiting) <= number:
                pass
    for thread in threads:
        thread.join()
    assert order[:2] == [0, 1]
    assert sorted(order) == [0, 1, 2, 3, 4]
    with budget.reserve(10):
        pass
