"""However many pictures come at once, a process takes a fixed amount of memory for them."""

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

from stallage.core.decoding import MAX_PIXELS, WORKING_MEMORY, decoded
from stallage.core.media import UPLOADS, Media
from stallage.core.memory_budget import MemoryBudget
from stallage.core.storage import Folder
from tests import poison

MB = 2**20
SLACK = 48 * MB
"""What threads, the heap's fragments and the files themselves take beside the pixels."""


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def peak_while(work: Callable[[], object]) -> int:
    """How many bytes the process grew by while it did some work, at its peak."""
    before = _reset_peak()
    work()
    return _status("VmHWM") - before


def _reset_peak() -> int:
    """Let the peak begin anew; what the process has now."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


@dataclass
class Peak:
    """What `peak_while_serving` measures."""

    grown: int = 0


@asynccontextmanager
async def peak_while_serving() -> AsyncIterator[Peak]:
    """The same for what happens in a context."""
    peak = Peak()
    before = _reset_peak()
    yield peak
    peak.grown = _status("VmHWM") - before


def _square(form: str, scale: float = 1.0) -> tuple[int, int]:
    side = int((MAX_PIXELS[form] * scale) ** 0.5)
    return side, side


def _worst() -> Iterator[tuple[str, bytes]]:
    """The largest pictures of each kind that pass the checks, and small as files."""
    yield "PNG", poison.png(*_square("PNG"), colour=6)
    yield "PNG of greys with transparency", poison.png(*_square("PNG"), depth=16, colour=4)
    palette = Image.new("P", _square("GIF"))
    palette.putpalette(bytes(range(48)))
    yield "GIF with transparency", poison.encoded(palette, "GIF", transparency=1)
    for mode in ("RGB", "RGBA"):
        image = Image.new(mode, _square("WEBP"), "#336699")
        yield f"WebP, {mode}", poison.encoded(image, "WEBP", method=0)
        image = Image.new(mode, _square("AVIF"), "#336699")
        yield (
            f"AVIF, {mode}",
            poison.encoded(image, "AVIF", speed=10, max_threads=1, subsampling="4:4:4"),
        )
    photo = Image.new("RGB", (6300, 6300), "#336699")
    yield "JPEG", poison.encoded(photo, "JPEG")
    yield "JPEG, progressive", poison.encoded(photo, "JPEG", progressive=True, subsampling=0)
    cmyk = Image.new("CMYK", (4990, 4990), "#336699")
    yield "JPEG, CMYK", poison.encoded(cmyk, "JPEG")


def test_pictures_that_come_at_once_take_turns_within_the_working_memory(tmp_path: Path) -> None:
    files = dict(_worst())
    media = Media(Folder(tmp_path))
    media.store(poison.encoded(poison.photo(), "PNG"))

    def all_at_once() -> None:
        with ThreadPoolExecutor(len(files)) as pool:
            list(pool.map(partial(media.store, place=UPLOADS), files.values()))

    grown = peak_while(all_at_once)
    assert grown < WORKING_MEMORY + SLACK, f"{grown // MB} MB"


def test_renditions_of_the_largest_originals_stay_within_the_working_memory(
    tmp_path: Path,
) -> None:
    media = Media(Folder(tmp_path))
    width, height = 1900, MAX_PIXELS["WEBP"] // 1900
    grey = Image.radial_gradient("L").resize((width, height))
    image = Image.merge("RGBA", (grey, grey, grey, grey))
    del grey
    content = poison.encoded(image, "WEBP", method=0, quality=20, alpha_quality=20)
    image.close()
    path = media.store(content).path
    for form in ("webp", "avif"):
        grown = peak_while(partial(media.make, path, 1280, form))
        assert grown < WORKING_MEMORY + SLACK, f"{form}: {grown // MB} MB"


def test_a_canvas_that_is_too_large_is_refused_before_memory_is_taken_for_it() -> None:
    hostile = [
        poison.refused()[kind] for kind in poison.refused() if "bomb" in kind or "mega" in kind
    ]
    assert len(hostile) == 3

    def refuse() -> None:
        for content in hostile:
            with pytest.raises(Exception, match=r"megapixels|wide or high"), decoded(content):
                raise AssertionError("it was decoded")

    assert peak_while(refuse) < 4 * MB


def test_a_budget_is_never_overdrawn_and_nobody_is_overtaken() -> None:
    budget = MemoryBudget(10)
    order: list[int] = []
    in_use = 0
    lock = threading.Lock()
    threads: list[threading.Thread] = []

    def work(number: int, size: int) -> None:
        nonlocal in_use
        with budget.reserved(size):
            with lock:
                order.append(number)
                in_use += min(size, 10)
                assert in_use <= 10
            with lock:
                in_use -= min(size, 10)

    with budget.reserved(10):
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
    with budget.reserved(10):
        pass
