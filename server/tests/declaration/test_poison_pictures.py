"""Files of a declared shop that break readers of pictures: each is named, and nothing is applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.declaration.errors import DeclarationRefused
from tests import hostile_pictures
from tests.declaration.factory import applied, declared_shop

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


async def test_every_poison_picture_is_named(runtime: Runtime, tmp_path: Path) -> None:
    folder = declared_shop(tmp_path / "shop")
    for kind, content in hostile_pictures.refused_pictures().items():
        (folder / "media" / "red.webp").write_bytes(content)
        with pytest.raises(DeclarationRefused, match=r"red\.webp: [A-Z]"):
            await applied(runtime, folder)
        async with runtime.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM products") == 0, kind


@pytest.mark.parametrize("content", [b"", b"not a drawing", b"<svg>" + bytes(3 * 2**20)])
async def test_a_logo_that_is_no_drawing_is_named(
    runtime: Runtime, tmp_path: Path, content: bytes
) -> None:
    folder = declared_shop(tmp_path / "shop")
    (folder / "logo.svg").write_bytes(content)
    with pytest.raises(DeclarationRefused, match=r"logo\.svg: (This is not|The drawing is larger)"):
        await applied(runtime, folder)


async def test_odd_pictures_are_taken(runtime: Runtime, tmp_path: Path) -> None:
    folder = declared_shop(tmp_path / "shop")
    for content in hostile_pictures.accepted_pictures().values():
        (folder / "media" / "red.webp").write_bytes(content)
        await applied(runtime, folder)
