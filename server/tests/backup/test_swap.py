"""Swapping in a restored shop survives being killed at any step."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from stallage.backup.operations import swap

NAME = "replaced_1"


class Killed(BaseException):
    """Simulates the end of the process."""


def make_shops(data_dir: Path) -> None:
    """Create an old shop and a new one prepared beside it."""
    shutil.rmtree(data_dir, ignore_errors=True)
    for cluster, content in (("cluster", "old"), ("restore/cluster", "new")):
        (data_dir / "postgres" / cluster).mkdir(parents=True)
        (data_dir / "postgres" / cluster / "rows").write_text(content)
    swap.prepared_folder(data_dir).mkdir()
    for name in swap.SECRETS:
        (data_dir / name).write_text("old")
        (swap.prepared_folder(data_dir) / name).write_text("new")


def shop_in(data_dir: Path) -> set[str]:
    """Return the contents of the shop's files: `old`, `new` or both."""
    paths = [data_dir / "postgres/cluster/rows", *(data_dir / name for name in swap.SECRETS)]
    return {path.read_text() for path in paths}


def run_swap(data_dir: Path) -> None:
    swap.commit(data_dir, NAME)
    swap.complete(data_dir)


def killed_at(step: int, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Swap, killed before the step-th change of the disk; False if there are fewer changes."""
    steps = 0

    def counted(act: Any) -> Any:
        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps == step:
                raise Killed
            return act(*arguments, **named)

        return counting

    with monkeypatch.context() as patched:
        for place, name in (
            *((Path, name) for name in ("rename", "replace", "unlink", "hardlink_to", "mkdir")),
            *((os, name) for name in ("rename", "replace", "unlink", "rmdir", "link")),
        ):
            patched.setattr(place, name, counted(getattr(place, name)))
        try:
            run_swap(data_dir)
        except Killed:
            return True
    return False


def test_a_swap_killed_at_any_step_is_undone_or_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_dir = tmp_path / "data"
    seen = set()
    step = 1
    while True:
        make_shops(data_dir)
        if not killed_at(step, data_dir, monkeypatch):
            break
        finished = swap.finish_interrupted(data_dir)
        content = shop_in(data_dir)
        assert len(content) == 1, f"mixed after step {step}"
        if finished:
            assert content == {"new"}
        if content == {"new"}:
            assert (data_dir / "postgres" / NAME / "rows").read_text() == "old"
            assert (data_dir / f"secret-key.{NAME}").read_text() == "old"
        seen |= content
        swap.discard(data_dir)
        assert shop_in(data_dir) == content
        step += 1
    assert seen == {"old", "new"}
    assert step > 10
    assert not swap.finish_interrupted(data_dir)
