"""The files in `deploy/` that other programs read; those for Prometheus are tested in `test_metrics`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stallage.cli import app
from tests.debian_program import ROOT, output_of

SERVICE = ROOT / "deploy" / "systemd" / "stallage.service"
MAX_EXPOSURE = 1.5
"""Of 10, as systemd rates it."""


def analyze(*words: str | Path) -> str:
    """Run `systemd-analyze` and return what it prints."""
    return output_of("systemd-analyze", "systemd", *words)


@pytest.mark.fast
def test_the_service_is_valid(tmp_path: Path) -> None:
    unit = tmp_path / SERVICE.name
    # The commands of the service are not on this machine.
    unit.write_text(SERVICE.read_text().replace("/opt/stallage/bin/stallage", "/bin/true"))
    assert analyze("verify", unit) == ""


@pytest.mark.fast
def test_the_service_is_locked_down() -> None:
    rating = analyze("security", "--offline=yes", f"--threshold={MAX_EXPOSURE * 10:.0f}", SERVICE)
    assert "Overall exposure level" in rating


@pytest.mark.fast
def test_its_commands_exist() -> None:
    lines = [line for line in SERVICE.read_text().splitlines() if line.startswith("ExecStart")]
    commands = [shlex.split(line.partition("=")[2])[1:] for line in lines]
    assert [words[0] for words in commands] == ["migrate", "serve"]
    for words in commands:
        described = CliRunner().invoke(app, [words[0], "--help"], env={"COLUMNS": "200"}).output
        assert all(word in described for word in words if word.startswith("--")), described
