"""Invalid pictures in a declared shop are reported, and nothing is applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.declaration.errors import InvalidDeclaration
from tests import hostile_pictures
from tests.declaration.factory import apply, declared_shop

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


async def test_every_invalid_picture_is_reported(runtime: Runtime, tmp_path: Path) -> None:
    folder = declared_shop(tmp_path / "shop")
    for kind, content in hostile_pictures.refused_pictures().items():
        (folder / "media" / "red.webp").write_bytes(content)
        with pytest.raises(InvalidDeclaration, match=r"red\.webp: [A-Z]"):
            await apply(runtime, folder)
        async with runtime.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM products") == 0, kind


@pytest.mark.parametrize("content", [b"", b"not a drawing", b"<svg>" + bytes(3 * 2**20)])
async def test_a_logo_that_is_not_a_drawing_is_reported(
    runtime: Runtime, tmp_path: Path, content: bytes
) -> None:
    folder = declared_shop(tmp_path / "shop")
    (folder / "logo.svg").write_bytes(content)
    with pytest.raises(InvalidDeclaration, match=r"logo\.svg: (This is not|The drawing is larger)"):
        await apply(runtime, folder)


async def test_unusual_pictures_are_accepted(runtime: Runtime, tmp_path: Path) -> None:
    folder = declared_shop(tmp_path / "shop")
    for content in hostile_pictures.accepted_pictures().values():
        (folder / "media" / "red.webp").write_bytes(content)
        await apply(runtime, folder)
