"""A folder and an S3 bucket behave the same. moto's server is the S3."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PIL import Image

from stallage.core.media import UPLOADS, Media, dominant_colour
from stallage.core.storage import Storage, StorageUnavailable, create_storage
from tests.s3 import KEYS, s3

__all__ = ["s3"]


@pytest.fixture(params=["folder", "bucket", "bucket with a prefix"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if request.param == "folder":
        return create_storage("", *KEYS, tmp_path)
    endpoint = request.getfixturevalue("s3")
    prefix = f"/shops/{tmp_path.name}" if "prefix" in request.param else ""
    url = f"s3://shop{prefix}?endpoint={endpoint}&region=us-east-1"
    return create_storage(url, *KEYS, tmp_path)


def test_files_are_written_read_listed_and_deleted(storage: Storage) -> None:
    assert storage.read("a/b.webp") is None
    assert not storage.has("a/b.webp")
    for content in (b"one", b"two"):
        storage.write("a/b.webp", content, "image/webp")
    storage.write("uploads/c.webp", b"", "image/webp")
    assert storage.read("a/b.webp") == b"two"
    assert storage.read("uploads/c.webp") == b""
    assert storage.has("a/b.webp")
    (stored,) = storage.list_files("uploads/")
    assert stored.name == "uploads/c.webp"
    assert abs(stored.changed_at - datetime.now(UTC)) < timedelta(minutes=5)
    for _ in range(2):
        storage.delete(["a/b.webp", "uploads/c.webp"])
    assert not storage.has("a/b.webp")
    assert list(storage.list_files("uploads/")) == []


def test_pictures_and_their_renditions_are_stored(storage: Storage) -> None:
    media = Media(storage)
    buffer = io.BytesIO()
    Image.new("RGB", (900, 600), "#8a7b66").save(buffer, "PNG")
    stored = media.store(buffer.getvalue(), folder=UPLOADS)
    assert stored.path.startswith("/media/uploads/")
    assert stored == Media(storage).store(buffer.getvalue(), folder=UPLOADS)
    first = media.load_rendition(stored.path, 300, "avif")
    assert first is not None
    assert (first.kind, first.is_final) == ("image/webp", False)
    media.create_rendition(stored.path, 300, "avif")
    final = media.load_rendition(stored.path, 300, "avif")
    assert final is not None
    assert (final.kind, final.is_final) == ("image/avif", True)
    with Image.open(io.BytesIO(final.content)) as image:
        assert (image.format, image.width) == ("AVIF", 320)
    assert {path for path, _, _ in media.list_uploads()} == {stored.path}
    storage.delete([name for _, name, _ in media.list_uploads()])
    assert not media.has(stored.path)


def test_the_dominant_colour_is_the_most_frequent() -> None:
    image = Image.new("RGB", (100, 100), "#e0d8cc")
    image.paste("#000000", (0, 0, 40, 100))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    with Image.open(buffer) as opened:
        from_file = opened.convert("RGB")
    assert dominant_colour(from_file) == "#e0d8cc"


def test_an_unreachable_bucket_raises_storage_unavailable(tmp_path: Path) -> None:
    bucket = create_storage(
        "s3://shop?endpoint=http://127.0.0.1:9&region=us-east-1", *KEYS, tmp_path
    )
    for call in (
        lambda: bucket.read("a"),
        lambda: bucket.has("a"),
        lambda: bucket.write("a", b"", "image/webp"),
        lambda: list(bucket.list_files("")),
        lambda: bucket.delete(["a"]),
    ):
        with pytest.raises(StorageUnavailable, match="shop"):
            call()


@pytest.mark.parametrize("url", ["http://bucket", "s3://", "bucket"])
def test_an_invalid_url_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="STALLAGE_STORAGE_URL"):
        create_storage(url, *KEYS, tmp_path)
