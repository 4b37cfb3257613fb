"""The sample data with tiny pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.sample_data.operations import reading
from tests.demo.small import small_demo


@pytest.fixture(autouse=True)
def small_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the photographs, which keeps the tests fast."""
    monkeypatch.setattr(reading, "SHOP", small_demo(tmp_path))
