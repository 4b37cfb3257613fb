"""Real catalogues are unchanged after they are written as shop files and applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.declaration.running import apply_files
from stallage.declaration.writing import write_shop
from stallage.import_export.formats.catalogue_file import open_catalogue
from stallage.import_export.operations.import_catalogue import import_catalogue
from tests.real.test_shopify_files import FILES, FOLDER

pytestmark = [pytest.mark.real, pytest.mark.slow]


async def test_writing_and_applying_loses_nothing(runtime: Runtime, tmp_path: Path) -> None:
    for name in FILES:
        await import_catalogue(runtime, open_catalogue(FOLDER / name))
    await write_shop(runtime, tmp_path / "shop")
    outcome = await apply_files(runtime, tmp_path / "shop")
    changed = {kind.plural for kind in outcome.kinds if not kind.is_unchanged}
    # Settings such as the currency were not stored before.
    assert changed == {"settings"}
    assert sum(kind.same for kind in outcome.kinds) > 400
