"""A small declared shop for tests."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from stallage.core.runtime import Runtime
from stallage.declaration.outcome import Outcome
from stallage.declaration.running import apply_files
from tests.declaration.texts import BLOG, CATALOGUE, SHOP, STOREFRONT


def declared_shop(folder: Path) -> Path:
    """Write a shop with every kind of record; return its folder."""
    for name in ("media", "blogs", "pages"):
        (folder / name).mkdir(parents=True)
    for name, colour in (("red", "#aa0000"), ("blue", "#0000aa")):
        Image.new("RGB", (8, 10), colour).save(folder / "media" / f"{name}.webp", lossless=True)
    (folder / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (folder / "shop.toml").write_text(SHOP)
    (folder / "catalogue.toml").write_text(CATALOGUE)
    (folder / "storefront.toml").write_text(STOREFRONT)
    (folder / "blogs" / "first-firing.md").write_text(BLOG)
    (folder / "pages" / "contact-us.md").write_text('+++\ntitle = "Contact"\n+++\n\nWrite to us.\n')
    return folder


async def apply(
    runtime: Runtime, target: Path, *, dry_run: bool = False, prune: bool = False
) -> Outcome:
    """Apply files; return the outcome."""
    return await apply_files(runtime, target, dry_run=dry_run, prune=prune)


def changes(outcome: Outcome) -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Return what was created, changed and removed, by kind; without unchanged kinds."""
    return {
        kind.plural: (kind.created, kind.changed, kind.removed)
        for kind in outcome.kinds
        if not kind.is_unchanged
    }
