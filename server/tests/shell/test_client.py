"""What an operator reads where the client is missing."""

from __future__ import annotations

from pathlib import Path

from stallage.shell.client import advice


def test_a_configured_folder_is_named() -> None:
    assert advice("/srv/client") == "STALLAGE_CLIENT_DIR has no index.html: /srv/client"


def test_a_clone_is_built(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web/package.json").touch()
    assert "make build" in advice("", tmp_path / "server/stallage")


def test_a_package_is_installed_again(tmp_path: Path) -> None:
    said = advice("", tmp_path / "site-packages/stallage")
    assert "pip install" in said
    assert "make" not in said
