"""Previews of pictures: what a page shows until they have loaded."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest
from PIL import Image

from stallage.core.decoding import InvalidPicture
from stallage.core.media import Media
from stallage.core.schemas import Picture
from stallage.core.storage import Folder
from tests.hostile_pictures import accepted_pictures, refused_pictures

BITMAP = Picture.model_fields["preview"].description or ""
HEADER = BITMAP.split("bmp;base64,")[1].split("`")[0]


def file_of(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def opened(preview: str | None) -> Image.Image:
    """Open a preview as a browser does."""
    assert preview is not None
    assert len(preview) == 80
    image = Image.open(io.BytesIO(base64.b64decode(HEADER + preview)))
    assert (image.format, image.size) == ("BMP", (4, 5))
    return image


def test_a_preview_shows_the_colours_where_they_are(tmp_path: Path) -> None:
    image = Image.new("RGB", (800, 1000), "#102030")
    image.paste("#f0c0a0", (0, 0, 200, 200))
    image.paste("#00ff00", (600, 800, 800, 1000))
    preview = opened(Media(Folder(tmp_path)).store(file_of(image)).preview)
    assert preview.getpixel((0, 0)) == (0xF0, 0xC0, 0xA0)
    assert preview.getpixel((3, 4)) == (0, 0xFF, 0)
    assert preview.getpixel((1, 2)) == (0x10, 0x20, 0x30)


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (2000, 3)])
def test_a_preview_of_any_shape(tmp_path: Path, size: tuple[int, int]) -> None:
    stored = Media(Folder(tmp_path)).store(file_of(Image.new("L", size, 0x40)))
    assert set(opened(stored.preview).convert("L").tobytes()) == {0x40}


def test_an_upright_picture_has_an_upright_preview(tmp_path: Path) -> None:
    image = Image.new("RGB", (500, 400), "#000000")
    image.paste("#ffffff", (0, 0, 500, 80))
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = Media(Folder(tmp_path)).store(file_of(image, "JPEG", exif=exif))
    assert (stored.width, stored.height) == (400, 500)
    light = opened(stored.preview).convert("L")
    assert [light.getpixel((x, 2)) > 128 for x in range(4)] == [False, False, False, True]  # type: ignore[operator]


def test_a_picture_with_transparent_parts_has_none(tmp_path: Path) -> None:
    media = Media(Folder(tmp_path))
    glass = Image.new("RGBA", (40, 50), (200, 0, 0, 255))
    opaque = media.store(file_of(glass))
    assert opened(opaque.preview).getpixel((0, 0)) == (200, 0, 0)
    glass.putpixel((3, 3), (0, 0, 0, 254))
    assert media.store(file_of(glass)).preview is None


def test_the_preview_of_an_animation_is_that_of_its_first_picture(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (40, 50), colour) for colour in ("#ff0000", "#0000ff")]
    content = file_of(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert opened(Media(Folder(tmp_path)).store(content).preview).convert("RGB").getpixel(
        (1, 1)
    ) == (255, 0, 0)


def test_a_part_has_a_preview_of_its_own(tmp_path: Path) -> None:
    media = Media(Folder(tmp_path))
    image = Image.new("RGB", (400, 400), "#000000")
    image.paste("#ffffff", (200, 0, 400, 400))
    path = media.store(file_of(image)).path
    part = media.crop(path, (60, 0, 100, 100))
    assert part is not None
    assert set(opened(part.preview).convert("L").tobytes()) == {255}


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
def test_no_accepted_file_fails_because_of_its_preview(tmp_path: Path) -> None:
    media = Media(Folder(tmp_path))
    for content in refused_pictures().values():
        with pytest.raises(InvalidPicture):
            media.store(content)
    for content in accepted_pictures().values():
        preview = media.store(content).preview
        assert preview is None or opened(preview)
