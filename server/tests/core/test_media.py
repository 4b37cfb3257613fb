"""Pictures stored on disk, and the secret key in its file."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pydantic import SecretStr

from stallage.core.decoding import InvalidPicture
from stallage.core.media import Media
from stallage.core.storage import Folder
from stallage.settings import Settings


def picture(form: str = "PNG", size: tuple[int, int] = (1000, 500), **options: object) -> bytes:
    """Return a picture of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", size, "#336699").save(buffer, form, **options)
    return buffer.getvalue()


def test_a_picture_is_stored_once_and_resized(tmp_path: Path) -> None:
    media = Media(Folder(tmp_path))
    stored = media.store(picture())
    assert stored == media.store(picture())
    assert (stored.width, stored.height, stored.colour) == (1000, 500, "#336699")
    small = media.load_rendition(stored.path, 300)
    assert small is not None
    with Image.open(io.BytesIO(small.content)) as image:
        assert image.size == (320, 160)
    assert media.load_rendition(stored.path, 1900) == media.load_rendition(stored.path, None)


def test_metadata_is_removed_and_rotation_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "a secret place"
    stored = Media(Folder(tmp_path)).store(picture("JPEG", exif=exif))
    assert (stored.width, stored.height) == (500, 1000)
    file = Media(Folder(tmp_path)).load_rendition(stored.path, None)
    assert file is not None
    assert b"a secret place" not in file.content


@pytest.mark.parametrize(
    "content", [b"", b"<svg/>", b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, picture()[:60], b"GIF89a"]
)
def test_an_invalid_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InvalidPicture):
        Media(Folder(tmp_path)).store(content)


def test_too_many_pixels_are_refused_before_decoding(tmp_path: Path) -> None:
    with pytest.raises(InvalidPicture, match="25 megapixels"):
        Media(Folder(tmp_path)).store(picture(size=(8000, 5001)))


@pytest.mark.parametrize("path", ["/media/../../etc/passwd", "/media/ab/x.webp", "/etc/passwd", ""])
def test_no_other_file_is_served(tmp_path: Path, path: str) -> None:
    assert Media(Folder(tmp_path)).load_rendition(path, None) is None


def test_the_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    assert settings.secret() == settings.secret()
    assert len(settings.secret()) == 64
    assert (tmp_path / "data" / "secret-key").stat().st_mode & 0o777 == 0o600
    configured = Settings(data_dir=tmp_path / "none", secret_key=SecretStr("g" * 32))
    assert configured.secret() == b"g" * 32
