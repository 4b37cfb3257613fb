"""A crash leaves a complete signing key or none; a damaged key is never used."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stallage.doctor import check_folder
from stallage.secret_key import SecretKeyUnusable, secret_key_in
from stallage.settings import Settings
from tests.command import run_stallage


def test_the_key_is_on_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    fsync, link = os.fsync, Path.hardlink_to

    def record_fsync(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}").readlink()
        events.append("folder" if name.is_dir() else f"{name.stat().st_size} bytes")
        fsync(descriptor)

    def record_link(self: Path, target: Path) -> None:
        events.append("named")
        link(self, target)

    monkeypatch.setattr(os, "fsync", record_fsync)
    monkeypatch.setattr(Path, "hardlink_to", record_link)
    key = secret_key_in(tmp_path / "data")
    assert events == ["64 bytes", "named", "folder"]
    assert secret_key_in(tmp_path / "data") == key
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret-key"]
    assert (tmp_path / "data" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key_in, [tmp_path / "data"] * 8))
    assert len(keys) == 1


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b"\0" * 16, b" " * 64])
async def test_a_damaged_key_is_an_error_that_says_what_to_do(
    settings: Settings, content: bytes
) -> None:
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    path = settings.data_dir / "secret-key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SecretKeyUnusable, match="Restore it from a backup"):
        settings.secret()
    assert path.read_bytes() == content
    assert ("wrong", "Secret key") in [
        (finding.state, finding.about) for finding in check_folder(settings)
    ]


async def test_no_shop_is_served_with_a_damaged_key(settings: Settings) -> None:
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    (settings.data_dir / "secret-key").touch(mode=0o600)
    for command in ("serve", "worker"):
        result = await run_stallage(settings, command)
        assert result.status == 1
        assert "secret-key is empty or incomplete" in result.errors
