"""File storage: a folder or an S3 bucket.

Names are relative paths with slashes, chosen by the callers. Writes are atomic. All methods block: call
them in a thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from pydantic import SecretStr

from stallage.core.tracing import call

DELETE_BATCH_SIZE = 1000
"""The maximum of one S3 call."""
CONNECT_SECONDS = 5
READ_SECONDS = 30


class StorageUnavailable(OSError):
    """The storage cannot be reached or denies access; the message tells the operator why."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in the storage."""

    name: str
    changed_at: datetime


class Storage(Protocol):
    """Stores files. All methods raise OSError on failure."""

    def read(self, name: str) -> bytes | None:
        """Return a file's content, or None if absent."""

    def has(self, name: str) -> bool:
        """Whether a file exists."""

    def size(self, name: str) -> int | None:
        """Return a file's size in bytes, or None if absent."""

    def read_part(self, name: str, start: int, length: int) -> bytes:
        """Return up to `length` bytes of an existing file from byte `start` on."""

    def write(self, name: str, content: bytes, kind: str) -> None:
        """Create or replace a file. `kind` is its media type."""

    def list_files(self, prefix: str) -> Iterator[StoredFile]:
        """Yield the files whose names start with a prefix."""

    def delete(self, names: Iterable[str]) -> None:
        """Delete files; absent ones are ignored."""

    def deleted_versions(self, names: Iterable[str]) -> dict[str, str]:
        """Return name → id of what makes it deleted, for deleted files that can be brought back."""

    def bring_back(self, deleted: Mapping[str, str]) -> None:
        """Undo deletions that `deleted_versions` returned."""


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

    def size(self, name: str) -> int | None:
        try:
            return (self.root / name).stat().st_size
        except FileNotFoundError:
            return None

    def read_part(self, name: str, start: int, length: int) -> bytes:
        with (self.root / name).open("rb") as file:
            file.seek(start)
            return file.read(length)

    def write(self, name: str, content: bytes, kind: str) -> None:  # noqa: ARG002 - a file system stores no media type
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{secrets.token_hex(8)}")
        draft.write_bytes(content)
        draft.replace(target)

    def list_files(self, prefix: str) -> Iterator[StoredFile]:
        folder = self.root / prefix.rpartition("/")[0]
        for path in folder.rglob("*"):
            name = path.relative_to(self.root).as_posix()
            if name.startswith(prefix) and not path.name.startswith(".") and path.is_file():
                yield StoredFile(name, datetime.fromtimestamp(path.stat().st_mtime, UTC))

    def delete(self, names: Iterable[str]) -> None:
        for name in names:
            (self.root / name).unlink(missing_ok=True)

    def deleted_versions(self, names: Iterable[str]) -> dict[str, str]:  # noqa: ARG002 - a folder has no versions
        return {}

    def bring_back(self, deleted: Mapping[str, str]) -> None:
        if deleted:
            raise ValueError("a folder has no versions")


class Bucket:
    """Files in a bucket of S3 or a compatible service."""

    def __init__(self, client: Any, bucket: str, prefix: str) -> None:
        self._client = client
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""

    def _key(self, name: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": self._prefix + name}

    def read(self, name: str) -> bytes | None:
        try:
            with call("GET", self._bucket):
                content: bytes = self._client.get_object(**self._key(name))["Body"].read()
        except self._client.exceptions.NoSuchKey:
            return None
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return content

    def has(self, name: str) -> bool:
        return self.size(name) is not None

    def size(self, name: str) -> int | None:
        try:
            with call("HEAD", self._bucket):
                found = self._client.head_object(**self._key(name))
        except _client_errors() as error:
            if _is_missing(error):
                return None
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return int(found["ContentLength"])

    def read_part(self, name: str, start: int, length: int) -> bytes:
        part = f"bytes={start}-{start + length - 1}"
        try:
            with call("GET", self._bucket):
                found = self._client.get_object(**self._key(name), Range=part)
                content: bytes = found["Body"].read()
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return content

    def write(self, name: str, content: bytes, kind: str) -> None:
        try:
            with call("PUT", self._bucket):
                self._client.put_object(
                    **self._key(name),
                    Body=content,
                    ContentType=kind,
                    CacheControl="public, max-age=31536000, immutable",
                )
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error

    def list_files(self, prefix: str) -> Iterator[StoredFile]:
        pages = self._client.get_paginator("list_objects_v2")
        try:
            for page in pages.paginate(Bucket=self._bucket, Prefix=self._prefix + prefix):
                for entry in page.get("Contents", ()):
                    yield StoredFile(entry["Key"].removeprefix(self._prefix), entry["LastModified"])
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error

    def delete(self, names: Iterable[str]) -> None:
        keys = [{"Key": self._prefix + name} for name in names]
        try:
            for first in range(0, len(keys), DELETE_BATCH_SIZE):
                batch = {"Objects": keys[first : first + DELETE_BATCH_SIZE], "Quiet": True}
                with call("DELETE", self._bucket):
                    self._client.delete_objects(Bucket=self._bucket, Delete=batch)
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error

    def deleted_versions(self, names: Iterable[str]) -> dict[str, str]:
        """A bucket with versions hides a deleted object behind a marker."""
        found = {}
        try:
            for name in names:
                key = self._prefix + name
                versions = self._client.list_object_versions(Bucket=self._bucket, Prefix=key)
                older = any(one["Key"] == key for one in versions.get("Versions", ()))
                for marker in versions.get("DeleteMarkers", ()):
                    if older and marker["Key"] == key and marker["IsLatest"]:
                        found[name] = marker["VersionId"]
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error
        return found

    def bring_back(self, deleted: Mapping[str, str]) -> None:
        try:
            for name, marker in deleted.items():
                self._client.delete_object(**self._key(name), VersionId=marker)
        except _client_errors() as error:
            raise StorageUnavailable(f"{self._bucket}: {error}") from error


def _client_errors() -> tuple[type[Exception], ...]:
    exceptions = import_module("botocore.exceptions")
    return (exceptions.BotoCoreError, exceptions.ClientError)


def _is_missing(error: Exception) -> bool:
    response: dict[str, Any] = getattr(error, "response", {})
    status: object = response.get("ResponseMetadata", {}).get("HTTPStatusCode")
    return status == 404


def create_storage(url: str, access_key: str, secret_key: SecretStr, folder: Path) -> Storage:
    """Create the configured storage: a folder if the URL is empty.

    The URL is `s3://bucket/prefix?endpoint=https://…&region=…`. Without keys, boto3 uses its default
    credential chain. Raises ValueError if the URL is invalid.
    """
    if not url:
        return Folder(folder)
    parts = urlsplit(url)
    if parts.scheme != "s3" or not parts.hostname:
        raise ValueError("STALLAGE_STORAGE_URL must be s3://bucket or empty.")
    options = {name: values[0] for name, values in parse_qs(parts.query).items()}
    # About fifty modules that a shop with its pictures on disk never needs.
    boto3 = import_module("boto3")
    config = import_module("botocore.config").Config(
        connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"max_attempts": 3}
    )
    client = boto3.client(
        "s3",
        endpoint_url=options.get("endpoint"),
        region_name=options.get("region"),
        aws_access_key_id=access_key or None,
        aws_secret_access_key=secret_key.get_secret_value() or None,
        config=config,
    )
    return Bucket(client, parts.netloc, parts.path.strip("/"))
