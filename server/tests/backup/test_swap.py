"""Putting a restored shop in place survives being killed at any step."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from stallage.backup import swap

NAME = "replaced_1"


class Killed(BaseException):
    """The process ends here."""


def furnish(data_dir: Path) -> None:
    """An old shop, and a new one prepared beside it."""
    shutil.rmtree(data_dir, ignore_errors=True)
    for cluster, content in (("cluster", "old"), ("restore/cluster", "new")):
        (data_dir / "postgres" / cluster).mkdir(parents=True)
        (data_dir / "postgres" / cluster / "rows").write_text(content)
    swap.prepared_folder(data_dir).mkdir()
    for name in swap.SECRETS:
        (data_dir / name).write_text("old")
        (swap.prepared_folder(data_dir) / name).write_text("new")


def shop_in(data_dir: Path) -> set[str]:
    """Whose parts lie in the places of a shop."""
    places = [data_dir / "postgres/cluster/rows", *(data_dir / name for name in swap.SECRETS)]
    return {place.read_text() for place in places}


def exchange(data_dir: Path) -> None:
    swap.decide(data_dir, NAME)
    swap.carry_out(data_dir)


def killed_at(step: int, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Exchange, and be killed before the step-th change of the disk; False where there are fewer."""
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
            exchange(data_dir)
        except Killed:
            return True
    return False


def test_killed_anywhere_it_is_the_old_shop_or_the_next_start_makes_it_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_dir = tmp_path / "data"
    seen = set()
    step = 1
    while True:
        furnish(data_dir)
        if not killed_at(step, data_dir, monkeypatch):
            break
        finished = swap.finish_interrupted(data_dir)
        found = shop_in(data_dir)
        assert len(found) == 1, f"mixed after step {step}"
        if finished:
            assert found == {"new"}
        if found == {"new"}:
            assert (data_dir / "postgres" / NAME / "rows").read_text() == "old"
            assert (data_dir / f"secret-key.{NAME}").read_text() == "old"
        seen |= found
        swap.discard(data_dir)
        assert shop_in(data_dir) == found
        step += 1
    assert seen == {"old", "new"}
    assert step > 10
    assert not swap.finish_interrupted(data_dir)
