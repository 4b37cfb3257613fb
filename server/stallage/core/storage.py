"""Where files lie: a folder, or a bucket that speaks S3.

Names are relative, with slashes, and chosen by the callers; what lies under a name is written whole or
not at all. All methods block: call them in a thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from pydantic import SecretStr

DELETED_AT_ONCE = 1000
"""What one call of S3 takes."""
CONNECT_SECONDS = 5
READ_SECONDS = 30


class StorageUnavailable(OSError):
    """The storage cannot be reached or refuses us; the text says why, for the operator."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file that is there."""

    name: str
    changed_at: datetime


class Storage(Protocol):
    """Keeps files. Raises OSError where it cannot."""

    def read(self, name: str) -> bytes | None:
        """What lies under a name, or None."""

    def has(self, name: str) -> bool:
        """Whether anything lies under a name."""

    def write(self, name: str, content: bytes, kind: str) -> None:
        """Puts a file under a name, in place of what was there. `kind` is its media type."""

    def names(self, prefix: str) -> Iterator[Stored]:
        """The files whose names begin so."""

    def delete(self, names: Iterable[str]) -> None:
        """Takes files away; one that is not there is no error."""


@dataclass(frozen=True)
class Folder:
    """Files on disk."""

    root: Path

    def read(self, name: str) -> bytes | None:
        try:
            return (self.root / name).read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            return None

    def has(self, name: str) -> bool:
        return (self.root / name).is_file()

    def write(self, name: str, content: bytes, kind: str) -> None:  # noqa: ARG002 - a disk knows no types
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{secrets.token_hex(8)}")
        draft.write_bytes(content)
        draft.replace(target)

    def names(self, prefix: str) -> Iterator[Stored]:
        folder = self.root / prefix.rpartition("/")[0]
        for path in folder.rglob("*"):
            name = path.relative_to(self.root).as_posix()
            if name.startswith(prefix) and not path.name.startswith(".") and path.is_file():
                yield Stored(name, datetime.fromtimestamp(path.stat().st_mtime, UTC))

    def delete(self, names: Iterable[str]) -> None:
        for name in names:
            (self.root / name).unlink(missing_ok=True)


class Bucket:
    """Files in a bucket of S3, or of anything that speaks it."""

    def __init__(self, client: Any, bucket: str, prefix: str) -> None:
        self._client = client
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""

    def _key(self, name: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": self._prefix + name}

    def read(self, name: str) -> bytes | None:
        try:
            content: bytes = self._client.get_object(**self._key(name))["Body"].read()
        except self._client.exceptions.NoSuchKey:
            return None
        except _failures() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return content

    def has(self, name: str) -> bool:
        try:
            self._client.head_object(**self._key(name))
        except _failures() as error:
            if _is_missing(error):
                return False
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return True

    def write(self, name: str, content: bytes, kind: str) -> None:
        try:
            self._client.put_object(
                **self._key(name),
                Body=content,
                ContentType=kind,
                CacheControl="public, max-age=31536000, immutable",
            )
        except _failures() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error

    def names(self, prefix: str) -> Iterator[Stored]:
        pages = self._client.get_paginator("list_objects_v2")
        try:
            for page in pages.paginate(Bucket=self._bucket, Prefix=self._prefix + prefix):
                for one in page.get("Contents", ()):
                    yield Stored(one["Key"].removeprefix(self._prefix), one["LastModified"])
        except _failures() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error

    def delete(self, names: Iterable[str]) -> None:
        keys = [{"Key": self._prefix + name} for name in names]
        try:
            for first in range(0, len(keys), DELETED_AT_ONCE):
                some = {"Objects": keys[first : first + DELETED_AT_ONCE], "Quiet": True}
                self._client.delete_objects(Bucket=self._bucket, Delete=some)
        except _failures() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error


def _failures() -> tuple[type[Exception], ...]:
    exceptions = import_module("botocore.exceptions")
    return (exceptions.BotoCoreError, exceptions.ClientError)


def _is_missing(error: Exception) -> bool:
    response: dict[str, Any] = getattr(error, "response", {})
    status: object = response.get("ResponseMetadata", {}).get("HTTPStatusCode")
    return status == 404


def storage_for(url: str, access_key: str, secret_key: SecretStr, folder: Path) -> Storage:
    """The configured storage: a folder where the address is empty.

    The address is `s3://bucket/prefix?endpoint=https://…&region=…`; without keys, boto3 looks for
    them where it always does. Raises ValueError where it is no such address.
    """
    if not url:
        return Folder(folder)
    parts = urlsplit(url)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("STALLAGE_STORAGE_URL must be s3://bucket or empty.")
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    # Half a hundred modules that a shop with its pictures on disk never needs.
    boto3 = import_module("boto3")
    config = import_module("botocore.config").Config(
        connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"max_attempts": 3}
    )
    client = boto3.client(
        "s3",
        endpoint_url=asked.get("endpoint"),
        region_name=asked.get("region"),
        aws_access_key_id=access_key or None,
        aws_secret_access_key=secret_key.get_secret_value() or None,
        config=config,
    )
    return Bucket(client, parts.netloc, parts.path.strip("/"))
