"""Unusual and hostile pictures are either accepted or refused with an error message."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from stallage.core.decoding import MAX_OUTPUT, InvalidPicture, decode_picture
from stallage.core.media import UPLOADS, Media
from stallage.core.storage import Folder
from tests import hostile_pictures

# Pillow warns about metadata that it cannot read.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")

REFUSED = hostile_pictures.refused_pictures()
ACCEPTED = hostile_pictures.accepted_pictures()


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("folder", ["", UPLOADS])
def test_a_hostile_picture_is_refused_with_a_message(
    tmp_path: Path, kind: str, folder: str
) -> None:
    with pytest.raises(InvalidPicture, match=r"^[A-Z].*\.$"):
        Media(Folder(tmp_path)).store(REFUSED[kind], folder=folder)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ACCEPTED)
@pytest.mark.parametrize("folder", ["", UPLOADS])
def test_an_unusual_picture_is_accepted_and_served(tmp_path: Path, kind: str, folder: str) -> None:
    media = Media(Folder(tmp_path))
    stored = media.store(ACCEPTED[kind], folder=folder)
    for width in (None, 160):
        rendition = media.load_rendition(stored.path, width)
        assert rendition is not None
        with Image.open(io.BytesIO(rendition.content)) as image:
            image.load()
            assert not image.info.get("exif")
            assert "icc_profile" not in image.info or not folder
    media.create_rendition(stored.path, 160, "avif")
    assert media.load_rendition(stored.path, 160, "avif") is not None


@pytest.mark.parametrize("kind", [*REFUSED, *ACCEPTED])
def test_a_damaged_file_in_the_storage_raises_nothing(tmp_path: Path, kind: str) -> None:
    """It may be from an earlier release, or changed by a failing disk."""
    content = (REFUSED | ACCEPTED)[kind]
    folder = Folder(tmp_path)
    folder.write("ab/" + "0" * 32 + ".webp", content, "image/webp")
    path = "/media/ab/" + "0" * 32 + ".webp"
    media = Media(folder)
    for form in ("webp", "avif"):
        assert media.load_rendition(path, 160, form) is not None
        media.create_rendition(path, 160, form)
    media.square_png(path, 180)


def pixel(content: bytes, at: tuple[int, int] = (0, 0)) -> object:
    with decode_picture(content) as opened:
        return opened.image.getpixel(at)


def test_16_bit_grey_is_not_all_white() -> None:
    assert pixel(ACCEPTED["16-bit grey"]) == (0, 0, 0)
    grey = hostile_pictures.encode(Image.new("I;16", (8, 8), 0x8000), "PNG")
    assert pixel(grey) == (128, 128, 128)


def test_the_transparency_of_a_palette_is_preserved() -> None:
    with decode_picture(ACCEPTED["a palette with transparency"]) as opened:
        assert opened.image.mode == "RGBA"
        assert opened.image.getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_upright(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = Image.new("RGB", (64, 32), "white")
    image.paste("black", (0, 0, 16, 16))
    with decode_picture(hostile_pictures.encode(image, "PNG", exif=exif)) as opened:
        upright = opened.image
        assert upright.size == ((32, 64) if orientation >= 5 else (64, 32))
        corners = [(0, 0), (upright.width - 1, 0), (upright.width - 1, upright.height - 1)]
        corners.append((0, upright.height - 1))
        black = [upright.getpixel(corner) == (0, 0, 0) for corner in corners]
    # Where the file's first row and column end up, by the definition in EXIF.
    assert black.index(True) == {1: 0, 2: 1, 3: 2, 4: 3, 5: 0, 6: 1, 7: 2, 8: 3}[orientation]
    with decode_picture(hostile_pictures.encode(image, "PNG", exif=exif), fit=(16, 128)) as opened:
        assert opened.image.width == 16


def test_a_phone_photo_is_reduced_and_not_refused(tmp_path: Path) -> None:
    """Phones take 48 megapixels; a JPEG can be decoded at a fraction of its size."""
    content = hostile_pictures.encode(Image.new("RGB", (8064, 6048), "#336699"), "JPEG", quality=95)
    stored = Media(Folder(tmp_path)).store(content)
    assert stored.width / stored.height == pytest.approx(8064 / 6048, abs=0.001)
    assert MAX_OUTPUT * 0.9 < stored.width * stored.height <= MAX_OUTPUT
    assert stored.colour.startswith("#33")
    upload = Media(Folder(tmp_path)).store(content, folder=UPLOADS)
    assert (upload.width, upload.height) == (2048, 1536)


def test_a_webp_of_the_shop_is_stored_unchanged(tmp_path: Path) -> None:
    content = hostile_pictures.encode(hostile_pictures.photo(4096, 4000), "WEBP", method=0)
    media = Media(Folder(tmp_path))
    stored = media.store(content)
    assert (stored.width, stored.height) == (4096, 4000)
    rendition = media.load_rendition(stored.path, None)
    assert rendition is not None
    assert rendition.content == content
