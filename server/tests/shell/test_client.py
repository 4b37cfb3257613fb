"""Advice for operators if the client build is missing."""

from __future__ import annotations

from pathlib import Path

from stallage.shell.client import missing_build_advice


def test_advice_for_a_configured_folder() -> None:
    assert (
        missing_build_advice("/srv/client") == "STALLAGE_CLIENT_DIR has no index.html: /srv/client"
    )


def test_advice_for_a_clone(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web/package.json").touch()
    assert "make build" in missing_build_advice("", tmp_path / "server/stallage")


def test_advice_for_a_package(tmp_path: Path) -> None:
    advice = missing_build_advice("", tmp_path / "site-packages/stallage")
    assert "pip install" in advice
    assert "make" not in advice
