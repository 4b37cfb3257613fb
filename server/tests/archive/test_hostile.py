"""Archives that were changed, or made to do harm, are refused before anything is written."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import tarfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from stallage.archive.formats import container
from stallage.archive.operations.key_and_settings import TakeOver
from stallage.archive.operations.verify import verify_archive
from stallage.backup.errors import BackupError
from stallage.backup.formats.sealed_tar import SealedTarWriter
from stallage.migrations import head
from stallage.settings import Settings
from tests.archive.shops import PASSPHRASE, empty_database, export, load, silent
from tests.backup.comparing import rows_of
from tests.conftest import run_on
from tests.products.factory import make_product
from tests.shop import Shop

pytestmark = pytest.mark.slow

Parts = list[tuple[str, bytes]]


@pytest.fixture
async def archive(shop: Shop, tmp_path: Path) -> Path:
    """The archive of a small shop."""
    async with shop.database.transaction() as connection:
        await make_product(connection, title="Bowl")
    return (await export(shop.runtime.settings, tmp_path / "shop.tar", PASSPHRASE)).path


@pytest.fixture
async def elsewhere(cluster: str, template: str, tmp_path: Path) -> AsyncIterator[Settings]:
    """An empty shop."""
    async with empty_database(cluster, tmp_path / "elsewhere", template) as settings:
        yield settings


def parts_of(path: Path) -> Parts:
    """Read all parts but the checksums."""
    with path.open("rb") as file:
        return [(part.name, b"".join(part.chunks())) for part in container.read_parts(file)]


def write(path: Path, parts: Parts) -> Path:
    """Write parts with matching checksums."""
    with path.open("w+b") as file:
        writer = SealedTarWriter(file)
        for name, content in parts:
            writer.add(name, [content])
        writer.finish()
    return path


def edit(path: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """Change a part, with matching checksums and manifest."""
    parts = [(one, change(content) if one == name else content) for one, content in parts_of(path)]
    contents = dict(parts)
    manifest = json.loads(contents[container.MANIFEST])
    table = container.table_of(name)
    if table is not None:
        rows = contents[name].splitlines()
        manifest["tables"][table]["rows"] = len(rows)
        manifest["tables"][table]["columns"] = list(json.loads(rows[0]))
        manifest["tables"][table]["sha256"] = hashlib.sha256(contents[name]).hexdigest()
    sealed = json.dumps(manifest).encode()
    return write(
        path.with_name("edited.tar"),
        [(one, sealed if one == container.MANIFEST else content) for one, content in parts]
        if name != container.MANIFEST
        else parts,
    )


def as_json(change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    """Change a JSON part, or the first row of a table."""

    def changed(content: bytes) -> bytes:
        first, line_end, rest = content.partition(b"\n{")
        value = json.loads(first if rest else content)
        change(value)
        return json.dumps(value).encode() + (line_end + rest if rest else b"\n")

    return changed


async def refused(settings: Settings, path: Path, reason: str) -> None:
    """Check that an import is refused and changes nothing."""
    before = await rows_of(settings.database_url)
    with pytest.raises(BackupError, match=reason):
        await load(settings, path, PASSPHRASE)
    assert await rows_of(settings.database_url) == before
    assert not (settings.data_dir / "settings.env").exists()


async def test_every_changed_byte_is_noticed(archive: Path, tmp_path: Path) -> None:
    content = await asyncio.to_thread(archive.read_bytes)
    for place in range(0, len(content), len(content) // 25):
        changed = bytearray(content)
        changed[place] ^= 1
        path = tmp_path / "changed.tar"
        path.write_bytes(changed)
        with pytest.raises(BackupError):
            verify_archive(path, silent)
    for length in (0, 511, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(BackupError):
            verify_archive(path, silent)


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc/passwd", "media/../../evil.webp", "tables/../x.jsonl", "tables/A.jsonl"],
)
async def test_other_paths_are_refused(archive: Path, elsewhere: Settings, name: str) -> None:
    first, *others = parts_of(archive)
    path = write(archive.with_name("evil.tar"), [first, (name, b"x"), *others])
    await refused(elsewhere, path, "unknown part|header was changed")


async def test_links_and_tars_of_others_are_refused(
    archive: Path, elsewhere: Settings, tmp_path: Path
) -> None:
    [(_, about), *_] = parts_of(archive)
    path = tmp_path / "links.tar"
    with tarfile.open(path, "w") as tar:
        info = tarfile.TarInfo(container.ABOUT)
        info.size, info.mode = len(about), 0o600
        tar.addfile(info, io.BytesIO(about))
        link = tarfile.TarInfo("media/ab/link.webp")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    await refused(elsewhere, path, "damaged|not an archive")
    path.write_bytes(b"PK\x03\x04" + bytes(2000))
    await refused(elsewhere, path, "not an archive of Stallage")


SETTINGS = as_json(lambda value: value.update(database_url="postgresql://evil"))
CASES: list[tuple[str, Callable[[bytes], bytes], str]] = [
    (container.ABOUT, as_json(lambda value: value.update(format=2)), "Use a newer release"),
    (container.ABOUT, as_json(lambda value: value.update(revision="9999")), "newer release first"),
    (container.ABOUT, as_json(lambda value: value.update(plugins={"x": "1"})), "Install it first"),
    (container.ABOUT, lambda _: b"{}", "cannot be read"),
    (container.SETTINGS, SETTINGS, "not valid: database_url"),
    (container.SETTINGS, lambda _: b'{"currency": "${HOME}"}', "not valid: currency"),
    (container.SETTINGS, lambda _: b'{"currency": "USD\\nX=1"}', "not valid: currency"),
    (container.SETTINGS, lambda _: b'{"low_stock": "many"}', "not valid: low_stock"),
    (container.SETTINGS, lambda _: b"[]", "cannot be read"),
    (container.MANIFEST, as_json(lambda value: value["tables"].pop("skus")), "other tables"),
    (
        container.MANIFEST,
        as_json(lambda value: value["tables"]["skus"].update(rows=7)),
        "other rows of skus",
    ),
    (
        container.MANIFEST,
        as_json(lambda value: value["sequences"].update(evil_seq=1)),
        "unknown sequence",
    ),
    (container.SECRETS, as_json(lambda value: value.update(method="none")), "passphrase is wrong"),
    ("tables/products.jsonl", as_json(lambda row: row.update(evil=1)), "unknown columns"),
    ("tables/products.jsonl", as_json(lambda row: row.update(id="x")), "invalid input syntax"),
    ("tables/products.jsonl", as_json(lambda row: row.update(status="x")), "violates check"),
    ("tables/skus.jsonl", as_json(lambda row: row.update(product_id=77)), "foreign key"),
    ("tables/products.jsonl", lambda content: content + content, "duplicate key"),
    ("tables/products.jsonl", lambda content: content.rstrip(), "ends within a row"),
]


@pytest.mark.parametrize(("name", "change", "reason"), CASES)
async def test_changed_contents_are_refused(
    archive: Path,
    elsewhere: Settings,
    name: str,
    change: Callable[[bytes], bytes],
    reason: str,
) -> None:
    await refused(elsewhere, edit(archive, name, change), reason)


async def test_an_unknown_table_is_refused(archive: Path, elsewhere: Settings) -> None:
    parts = parts_of(archive)
    manifest = json.loads(dict(parts)[container.MANIFEST])
    row = b'{"id":1}\n'
    sha = hashlib.sha256(row).hexdigest()
    for table in ("evil", "operator_sessions"):
        manifest["tables"][table] = {"columns": ["id"], "rows": 1, "sha256": sha}
        extra = (f"tables/{table}.jsonl", row)
        sealed = (container.MANIFEST, json.dumps(manifest).encode())
        others = [one for one in parts[1:] if one[0] != container.MANIFEST]
        path = write(archive.with_name("evil.tar"), [parts[0], extra, *others, sealed])
        await refused(elsewhere, path, f"does not know: {table}")
        del manifest["tables"][table]


async def test_huge_parts_are_refused_before_they_are_read(
    archive: Path, elsewhere: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stallage.archive.operations.verify.MAX_JSON", 10)
    await refused(elsewhere, archive, "settings.json is too large")
    monkeypatch.undo()
    monkeypatch.setattr("stallage.archive.formats.container.MAX_LINE", 10)
    long = edit(archive, "tables/products.jsonl", lambda content: content)
    await refused(elsewhere, long, "is too long")


async def test_a_shop_is_not_replaced(
    shop: Shop, archive: Path, elsewhere: Settings, tmp_path: Path
) -> None:
    with pytest.raises(BackupError, match="The shop is running"):
        await load(shop.runtime.settings, archive)
    with pytest.raises(BackupError, match="already exists"):
        await export(shop.runtime.settings, archive)
    await load(elsewhere, archive)
    before = await rows_of(elsewhere.database_url)
    with pytest.raises(BackupError, match="only be imported into an empty one"):
        await load(elsewhere, archive)
    assert await rows_of(elsewhere.database_url) == before


async def test_of_two_imports_at_once_one_is_refused(archive: Path, elsewhere: Settings) -> None:
    results = await asyncio.gather(
        load(elsewhere, archive), load(elsewhere, archive), return_exceptions=True
    )
    [error] = [one for one in results if isinstance(one, BaseException)]
    assert isinstance(error, BackupError)
    assert "only be imported into an empty one" in str(error)


async def test_tables_of_another_program_and_an_old_schema_are_not_replaced(
    archive: Path, elsewhere: Settings
) -> None:
    await run_on(elsewhere.database_url, "UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(BackupError, match=f"is 0000, not {head()}"):
        await load(elsewhere, archive)
    await run_on(elsewhere.database_url, "DROP TABLE alembic_version")
    with pytest.raises(BackupError, match="another program"):
        await load(elsewhere, archive)


async def test_a_failure_at_the_end_leaves_an_empty_shop(
    archive: Path, elsewhere: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_file = elsewhere.data_dir / "settings.env"
    key = elsewhere.secret()

    original = TakeOver.write

    def fail(take_over: TakeOver, mark: str) -> None:
        original(take_over, mark)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TakeOver, "write", fail)
    await refused(elsewhere, archive, "is full")
    assert elsewhere.secret() == key
    assert not settings_file.exists()
    monkeypatch.undo()
    await load(elsewhere, archive, PASSPHRASE)
    assert elsewhere.secret() != key


async def test_a_passphrase_is_needed_for_secrets(
    archive: Path, elsewhere: Settings, shop: Shop, tmp_path: Path
) -> None:
    with pytest.raises(BackupError, match="passphrase is wrong"):
        await load(elsewhere, archive, "another passphrase")
    without = await export(shop.runtime.settings, tmp_path / "without.tar")
    assert shop.runtime.secret not in without.path.read_bytes()
    assert shop.runtime.secret not in (await asyncio.to_thread(archive.read_bytes))
    with pytest.raises(BackupError, match="made without a passphrase"):
        await load(elsewhere, without.path, PASSPHRASE)
    assert not (await load(elsewhere, without.path)).has_key
