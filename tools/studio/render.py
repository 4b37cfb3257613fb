"""Photograph the demo shop's wares.

    python tools/studio/render.py                       every picture, resuming where it stopped
    python tools/studio/render.py --preview --only 'bud-vase-*' --out previews
    python tools/studio/render.py --width 1200 --samples 48 --threads 4

A picture is taken again only when its parameters, its form, the edition of the studio or the asked
size changed; `data/photographs.json` remembers what each was taken from.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

import catalogue
from fingerprint import fingerprint
from forms import registry
from ledger import Ledger
from workshop import stage

HERE = Path(__file__).resolve().parent
LARGEST_FILE = 120_000


@dataclass(frozen=True)
class Job:
    """One picture to be taken."""

    file: str
    rank: tuple[int, int]
    word: str
    width: int
    height: int
    compose: Callable[[], stage.View]


def load_forms() -> None:
    """Import every page of forms, so that each puts itself down in the registry."""
    for page in sorted((HERE / "forms").glob("*.py")):
        if page.stem not in {"__init__", "registry"}:
            importlib.import_module(f"forms.{page.stem}")


def jobs(width: int) -> Iterator[Job]:
    """Every picture whose form is known, the most needed first."""
    tiles = catalogue.category_files()
    for place, product in enumerate(catalogue.products()):
        if product.slug not in registry.PIECES:
            continue
        values: set[str] = set()
        for number, picture in enumerate(product.pictures):
            value = product.chosen(picture)
            fresh = picture.shot == "front" and value not in values
            rank = 0 if number == 0 else 1 if picture.file in tiles else 2 if fresh else 3
            values.add(value)
            yield Job(
                picture.file,
                (rank, place),
                _product_word(product, picture),
                width,
                width * 5 // 4,
                lambda product=product, picture=picture: registry.compose(product, picture),
            )
    for place, still in enumerate(registry.stills()):
        share = width / 1200
        yield Job(
            still.file,
            (1, place),
            fingerprint(stage.EDITION, still.spec, still.arrange, still.view),
            round(still.width * share),
            round(still.height * share),
            still.compose,
        )


def _product_word(product: catalogue.Product, picture: catalogue.Picture) -> str:
    key = product.slug, picture.shot
    return fingerprint(
        stage.EDITION,
        sorted(product.materials.items()),
        product.chosen(picture),
        registry.PIECES[product.slug],
        registry.ARRANGEMENTS.get(key),
        registry.VIEWS.get(key) or registry.VIEWS.get((product.slug, "front")),
    )


def take(job: Job, exposure: stage.Exposure, out: Path) -> int:
    """Take one picture and keep it as WebP; the size of the file in bytes."""
    stage.clear()
    view = job.compose()
    with tempfile.TemporaryDirectory() as folder:
        negative = Path(folder) / "negative.png"
        stage.photograph(str(negative), view, exposure)
        picture = Image.open(negative).convert("RGB")
        return develop(picture, out / job.file)


def develop(picture: Image.Image, path: Path) -> int:
    """Save as WebP in the best quality that stays under the limit, never a half-written file.

    A breath of film grain keeps the slow gradients of the ground from falling into bands.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    values = np.asarray(picture, dtype=np.float32)
    grain = np.random.default_rng(7).normal(0.0, 1.25, (*values.shape[:2], 1))
    picture = Image.fromarray(np.clip(values + grain, 0, 255).round().astype(np.uint8))
    for quality in (90, 86, 80, 74, 66, 58, 50):
        encoded = io.BytesIO()
        picture.save(encoded, "WEBP", quality=quality, method=6)
        if encoded.tell() <= LARGEST_FILE:
            break
    draft = path.with_suffix(".part")
    draft.write_bytes(encoded.getvalue())
    draft.replace(path)
    return encoded.tell()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=["*"], help="file name patterns")
    parser.add_argument("--width", type=int, default=1200, help="pixels of a product picture (4:5)")
    parser.add_argument("--samples", type=int, default=48)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="stop before this time is over")
    parser.add_argument(
        "--preview", action="store_true", help="small, quick, and outside the package"
    )
    parser.add_argument("--out", type=Path, default=catalogue.MEDIA)
    return parser.parse_args()


def main() -> int:
    options = arguments()
    if options.preview:
        options.width, options.samples = 240, 8
        if options.out == catalogue.MEDIA:
            options.out = Path(tempfile.gettempdir()) / "studio-previews"
    load_forms()
    in_package = options.out == catalogue.MEDIA
    ledger = Ledger(catalogue.LEDGER if in_package else options.out / "photographs.json")
    wanted = [
        j for j in jobs(options.width) if any(fnmatch.fnmatch(j.file, p) for p in options.only)
    ]
    due = sorted(
        (j for j in wanted if not ledger.has(j.file, j.word, j.width)), key=lambda j: j.rank
    )
    print(f"{len(due)} of {len(wanted)} pictures to take", flush=True)
    begun = time.monotonic()
    failed = 0
    for number, job in enumerate(due, 1):
        spent = time.monotonic() - begun
        if options.minutes and spent > options.minutes * 60:
            break
        started = time.monotonic()
        exposure = stage.Exposure(job.width, job.height, options.samples, options.threads)
        try:
            size = take(job, exposure, options.out)
        except (LookupError, ValueError, RuntimeError) as error:
            failed += 1
            print(f"{number}/{len(due)} {job.file} FAILED: {error!r}", file=sys.stderr, flush=True)
            continue
        seconds = time.monotonic() - started
        ledger.keep(job.file, job.word, job.width, job.height, options.samples, seconds)
        left = (time.monotonic() - begun) / number * (len(due) - number) / 60
        print(
            f"{number}/{len(due)} {job.file} {seconds:.0f} s {size // 1000} kB, {left:.0f} min left",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
