"""Odd and hostile pictures: taken or refused one by one, never anything else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from stallage.core.decoding import MAX_KEPT, PictureRefused, decoded
from stallage.core.media import UPLOADS, Media
from stallage.core.storage import Folder
from tests import poison

# Pillow warns of what it cannot read beside the pixels.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")

REFUSED = poison.refused()
TAKEN = poison.taken()


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("place", ["", UPLOADS])
def test_a_poison_picture_is_refused_in_a_sentence(tmp_path: Path, kind: str, place: str) -> None:
    with pytest.raises(PictureRefused, match=r"^[A-Z].*\.$"):
        Media(Folder(tmp_path)).store(REFUSED[kind], place=place)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", TAKEN)
@pytest.mark.parametrize("place", ["", UPLOADS])
def test_an_odd_picture_is_taken_and_shown(tmp_path: Path, kind: str, place: str) -> None:
    media = Media(Folder(tmp_path))
    stored = media.store(TAKEN[kind], place=place)
    for width in (None, 160):
        shown = media.rendition(stored.path, width)
        assert shown is not None
        with Image.open(io.BytesIO(shown.content)) as image:
            image.load()
            assert not image.info.get("exif")
            assert "icc_profile" not in image.info or not place
    media.make(stored.path, 160, "avif")
    assert media.rendition(stored.path, 160, "avif") is not None


@pytest.mark.parametrize("kind", [*REFUSED, *TAKEN])
def test_what_lies_damaged_in_the_storage_breaks_nothing(tmp_path: Path, kind: str) -> None:
    """A file of an earlier release, or one that a failing disk has changed."""
    content = (REFUSED | TAKEN)[kind]
    folder = Folder(tmp_path)
    folder.write("ab/" + "0" * 32 + ".webp", content, "image/webp")
    path = "/media/ab/" + "0" * 32 + ".webp"
    media = Media(folder)
    for form in ("webp", "avif"):
        assert media.rendition(path, 160, form) is not None
        media.make(path, 160, form)
    media.square_png(path, 180)


def pixel(content: bytes, at: tuple[int, int] = (0, 0)) -> object:
    with decoded(content) as opened:
        return opened.image.getpixel(at)


def test_sixteen_bits_of_grey_are_not_all_white() -> None:
    assert pixel(TAKEN["16 bits of grey"]) == (0, 0, 0)
    grey = poison.encoded(Image.new("I;16", (8, 8), 0x8000), "PNG")
    assert pixel(grey) == (128, 128, 128)


def test_the_transparency_of_a_palette_is_kept() -> None:
    with decoded(TAKEN["a palette with transparency"]) as opened:
        assert opened.image.mode == "RGBA"
        assert opened.image.getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_as_the_camera_was_held(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = Image.new("RGB", (64, 32), "white")
    image.paste("black", (0, 0, 16, 16))
    with decoded(poison.encoded(image, "PNG", exif=exif)) as opened:
        upright = opened.image
        assert upright.size == ((32, 64) if orientation >= 5 else (64, 32))
        corners = [(0, 0), (upright.width - 1, 0), (upright.width - 1, upright.height - 1)]
        corners.append((0, upright.height - 1))
        black = [upright.getpixel(corner) == (0, 0, 0) for corner in corners]
    # Where the first row and the first column of the file are to be seen, by EXIF's definition.
    assert black.index(True) == {1: 0, 2: 1, 3: 2, 4: 3, 5: 0, 6: 1, 7: 2, 8: 3}[orientation]
    with decoded(poison.encoded(image, "PNG", exif=exif), fit=(16, 128)) as opened:
        assert opened.image.width == 16


def test_a_photo_of_a_phone_is_reduced_and_not_refused(tmp_path: Path) -> None:
    """48 megapixels are usual; a JPEG can be decoded at a part of its size."""
    content = poison.encoded(Image.new("RGB", (8064, 6048), "#336699"), "JPEG", quality=95)
    stored = Media(Folder(tmp_path)).store(content)
    assert stored.width / stored.height == pytest.approx(8064 / 6048, abs=0.001)
    assert MAX_KEPT * 0.9 < stored.width * stored.height <= MAX_KEPT
    assert stored.colour.startswith("#33")
    sent = Media(Folder(tmp_path)).store(content, place=UPLOADS)
    assert (sent.width, sent.height) == (2048, 1536)


def test_a_drawing_of_the_shop_is_kept_as_it_is(tmp_path: Path) -> None:
    """What was in the shop's files comes out of them byte for byte."""
    content = poison.encoded(poison.photo(4096, 4000), "WEBP", method=0)
    media = Media(Folder(tmp_path))
    stored = media.store(content)
    assert (stored.width, stored.height) == (4096, 4000)
    shown = media.rendition(stored.path, None)
    assert shown is not None
    assert shown.content == content
